// simdjson (libsimdjson-dev): On Demand into structs. It has no writer.
#include <simdjson.h>

#include "Contestant.h"

using namespace simdjson;

struct Value {
  ondemand::value value;

  struct Members {
    ondemand::object_iterator place, end;
    ondemand::field field;

    explicit Members(ondemand::object object)
        : place(object.begin().value()), end(object.end().value()) {
      load();
    }
    void load() {
      if (isAtEnd()) return;
      if (auto error = (*place).get(field)) throw simdjson_error(error);
    }
    bool isAtEnd() { return !(place != end); }
    bool is(std::string_view key) { return field.key().unsafe_is_equal(key); }
    std::string_view key() { return field.unescaped_key().value(); }
    Value value() { return {field.value()}; }
    void advance() {
      ++place;
      load();
    }
  };

  bool isNull() { return value.is_null(); }
  bool boolean() { return value.get_bool().value(); }
  Int integer() { return value.get_int64().value(); }
  double number() { return value.get_double().value(); }
  Text text() { return Text(value.get_string().value()); }
  // Counting the elements would read them twice.
  size_t size() { return 0; }
  template <class Visit>
  void elements(Visit visit) {
    for (auto element : value.get_array().value()) visit(Value{element.value()});
  }
  Members members() { return Members(value.get_object().value()); }
};

struct SimdjsonContestant {
  static constexpr auto name = "simdjson";
  static constexpr bool encodes = false;
  ondemand::parser parser;

  template <class T>
  T decode(const std::string& text) {
    auto document = parser.iterate(text.data(), text.size(), text.capacity()).value();
    T result{};
    read(Value{document.get_value().value()}, result);
    // The document ends behind its root.
    if (document.current_location().error() != OUT_OF_BOUNDS) throw std::runtime_error("trailing content");
    return result;
  }
};

int main(int count, char** words) { return contest<SimdjsonContestant>(count, words); }

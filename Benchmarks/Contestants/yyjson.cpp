// yyjson (libyyjson-dev): a DOM, then a copy into structs. To write, structs become a DOM.
#include <yyjson.h>

#include "Contestant.h"

struct Value {
  yyjson_val* value;

  struct Members {
    yyjson_obj_iter place;
    yyjson_val* name;

    bool isAtEnd() { return !name; }
    bool is(std::string_view key) { return yyjson_equals_strn(name, key.data(), key.size()); }
    std::string_view key() { return {yyjson_get_str(name), yyjson_get_len(name)}; }
    Value value() { return {yyjson_obj_iter_get_val(name)}; }
    void advance() { name = yyjson_obj_iter_next(&place); }
  };

  bool isNull() { return yyjson_is_null(value); }
  bool boolean() { return yyjson_get_bool(value); }
  Int integer() { return yyjson_get_sint(value); }
  double number() { return yyjson_get_num(value); }
  Text text() { return {yyjson_get_str(value), yyjson_get_len(value)}; }
  size_t size() { return yyjson_arr_size(value); }
  template <class Visit>
  void elements(Visit visit) {
    size_t index, count;
    yyjson_val* element;
    yyjson_arr_foreach(value, index, count, element) visit(Value{element});
  }
  Members members() {
    auto place = yyjson_obj_iter_with(value);
    auto name = yyjson_obj_iter_next(&place);
    return {place, name};
  }
};

struct Output {
  std::unique_ptr<char, decltype(&free)> bytes{nullptr, free};
  size_t count = 0;
  std::string_view view() const { return {bytes.get(), count}; }
};

template <class T>
yyjson_mut_val* built(yyjson_mut_doc* document, const T& value) {
  auto add = [&](yyjson_mut_val* object, std::string_view key, auto& member) {
    auto name = yyjson_mut_strn(document, key.data(), key.size());
    yyjson_mut_obj_add(object, name, built(document, member));
  };
  if constexpr (std::is_same_v<T, bool>) {
    return yyjson_mut_bool(document, value);
  } else if constexpr (std::is_same_v<T, Int>) {
    return yyjson_mut_sint(document, value);
  } else if constexpr (std::is_same_v<T, double>) {
    return yyjson_mut_real(document, value);
  } else if constexpr (std::is_same_v<T, Text>) {
    return yyjson_mut_strn(document, value.data(), value.size());
  } else if constexpr (IsDictionary<T>) {
    auto object = yyjson_mut_obj(document);
    for (auto& [key, member] : value) add(object, key, member);
    return object;
  } else if constexpr (IsModel<T>) {
    auto object = yyjson_mut_obj(document);
    T::each(value, [&](std::string_view key, auto& member) {
      if constexpr (!IsOptional<std::remove_cvref_t<decltype(member)>>) add(object, key, member);
      else if (member) add(object, key, *member);
    });
    return object;
  } else {
    auto array = yyjson_mut_arr(document);
    for (auto& element : value) yyjson_mut_arr_append(array, built(document, element));
    return array;
  }
}

struct YyjsonContestant {
  static constexpr auto name = "yyjson";
  static constexpr bool encodes = true;

  template <class T>
  T decode(const std::string& text) {
    auto document = yyjson_read(text.data(), text.size(), 0);
    if (!document) throw std::runtime_error("invalid JSON");
    T result{};
    read(Value{yyjson_doc_get_root(document)}, result);
    yyjson_doc_free(document);
    return result;
  }

  template <class T>
  Output encode(const T& value) {
    auto document = yyjson_mut_doc_new(nullptr);
    yyjson_mut_doc_set_root(document, built(document, value));
    Output output;
    output.bytes.reset(yyjson_mut_write(document, 0, &output.count));
    yyjson_mut_doc_free(document);
    return output;
  }
};

int main(int count, char** words) { return contest<YyjsonContestant>(count, words); }

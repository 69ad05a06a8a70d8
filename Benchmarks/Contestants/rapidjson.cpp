// RapidJSON (rapidjson-dev): a DOM, then a copy into structs. The writer writes structs without a DOM.
#include <rapidjson/document.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

#include "Contestant.h"

struct Value {
  const rapidjson::Value* value;

  struct Members {
    rapidjson::Value::ConstMemberIterator place, end;

    bool isAtEnd() { return place == end; }
    std::string_view key() { return {place->name.GetString(), place->name.GetStringLength()}; }
    bool is(std::string_view name) { return key() == name; }
    Value value() { return {&place->value}; }
    void advance() { ++place; }
  };

  bool isNull() { return value->IsNull(); }
  bool boolean() { return value->GetBool(); }
  Int integer() { return value->GetInt64(); }
  double number() { return value->GetDouble(); }
  Text text() { return {value->GetString(), value->GetStringLength()}; }
  size_t size() { return value->Size(); }
  template <class Visit>
  void elements(Visit visit) {
    for (auto& element : value->GetArray()) visit(Value{&element});
  }
  Members members() { return {value->MemberBegin(), value->MemberEnd()}; }
};

struct Output {
  rapidjson::StringBuffer buffer;
  std::string_view view() const { return {buffer.GetString(), buffer.GetSize()}; }
};

struct RapidJSONContestant {
  static constexpr auto name = "rapidjson";
  static constexpr bool encodes = true;

  template <class T>
  T decode(const std::string& text) {
    rapidjson::Document document;
    // Without the first flag, numbers lose digits. Without the second, invalid UTF-8 is accepted.
    constexpr auto flags = rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag;
    document.Parse<flags>(text.data(), text.size());
    if (document.HasParseError()) throw std::runtime_error("invalid JSON");
    T result{};
    read(Value{&document}, result);
    return result;
  }

  template <class T>
  Output encode(const T& value) {
    Output output;
    rapidjson::Writer<rapidjson::StringBuffer> writer(output.buffer);
    write(value, writer);
    return output;
  }
};

int main(int count, char** words) { return contest<RapidJSONContestant>(count, words); }

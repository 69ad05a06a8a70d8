// protobuf (protobuf-compiler, libprotobuf-dev): the generated classes of record.proto, on small and messages.
#include <google/protobuf/util/json_util.h>

#include "Contestant.h"
#include "record.pb.h"

/// The fields as a struct, for the check.
static Record plain(const RecordMessage& message) {
  Record record{message.id(),  message.name(), message.score(),
                message.active(), message.age(), message.createdat(),
                message.kind(), {message.tags().begin(), message.tags().end()}, {}};
  if (message.has_email()) record.email = message.email();
  return record;
}

static std::string answer(const RecordList& list) {
  std::vector<Record> records;
  for (auto& message : list.records()) records.push_back(plain(message));
  return written(records);
}

template <class Message>
static Message decoded(const std::string& bytes) {
  Message message;
  if (!message.ParseFromString(bytes)) throw std::runtime_error("invalid message");
  return message;
}

int main(int count, char** words) try {
  for (int index = 2; index < count; index++) {
    std::string folder = words[1], set = words[index];
    if (set != "small" && set != "messages") continue;
    auto text = load(folder + "/" + set + ".json");
    RecordList list;
    auto status = google::protobuf::util::JsonStringToMessage("{\"records\":" + text + "}", &list);
    if (!status.ok()) throw std::runtime_error(status.ToString());
    Report report{folder, set, "protobuf", text.size()};
    if (set == "small") {
      auto bytes = list.SerializeAsString();
      report.row("binary-decode", [&] { return answer(decoded<RecordList>(bytes)); },
                 [&] { consume(decoded<RecordList>(bytes)); });
      report.row("binary-encode", [&] { return answer(decoded<RecordList>(bytes)); },
                 [&] { consume(list.SerializeAsString()); });
    } else {
      auto encode = [&] {
        std::vector<std::string> messages;
        messages.reserve(list.records_size());
        for (auto& message : list.records()) messages.push_back(message.SerializeAsString());
        return messages;
      };
      auto messages = encode();
      auto decode = [&] {
        std::vector<RecordMessage> result;
        result.reserve(messages.size());
        for (auto& message : messages) result.push_back(decoded<RecordMessage>(message));
        return result;
      };
      auto answer = [&] {
        std::vector<Record> records;
        for (auto& message : decode()) records.push_back(plain(message));
        return written(records);
      };
      report.row("message-decode", answer, [&] { consume(decode()); });
      report.row("message-encode", answer, [&] { consume(encode()); });
    }
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << "protobuf: " << error.what() << "\n";
  return 1;
}

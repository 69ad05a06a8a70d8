// The models of ferry-bench as C++ structs, and the loops over their members that all libraries share.
#pragma once
#include <array>
#include <charconv>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// MODEL(Name, (Type, member), ...) declares a struct and `Name::each(value, visit)`, which visits each
// key with its member. A key that is a keyword of C++ has a member with an underscore behind it.
#define PARENS ()
#define EXPAND(...) EXPAND1(EXPAND1(EXPAND1(EXPAND1(__VA_ARGS__))))
#define EXPAND1(...) EXPAND2(EXPAND2(EXPAND2(EXPAND2(__VA_ARGS__))))
#define EXPAND2(...) EXPAND3(EXPAND3(EXPAND3(EXPAND3(__VA_ARGS__))))
#define EXPAND3(...) __VA_ARGS__
#define FOR_EACH(macro, ...) __VA_OPT__(EXPAND(FOR_EACH_NEXT(macro, __VA_ARGS__)))
#define FOR_EACH_NEXT(macro, first, ...) \
  macro first __VA_OPT__(FOR_EACH_AGAIN PARENS(macro, __VA_ARGS__))
#define FOR_EACH_AGAIN() FOR_EACH_NEXT
#define MEMBER(Type, name) Type name{};
#define VISIT(Type, name) visit(keyOf(#name), self.name);
#define MODEL(Name, ...)                         \
  struct Name {                                  \
    FOR_EACH(MEMBER, __VA_ARGS__)                \
    template <class Self, class Visit>           \
    static void each(Self& self, Visit visit) {  \
      FOR_EACH(VISIT, __VA_ARGS__)               \
    }                                            \
  };

constexpr std::string_view keyOf(std::string_view name) {
  return name.back() == '_' ? name.substr(0, name.size() - 1) : name;
}

using Int = int64_t;
using Text = std::string;
using OptionalInt = std::optional<Int>;
using OptionalText = std::optional<Text>;
using OptionalBool = std::optional<bool>;
template <class T>
using List = std::vector<T>;
template <class T>
using Dictionary = std::unordered_map<Text, T>;

// twitter
MODEL(Metadata, (Text, result_type), (Text, iso_language_code))
MODEL(Hashtag, (Text, text), (List<Int>, indices))
MODEL(Link, (Text, url), (Text, expanded_url), (Text, display_url), (List<Int>, indices))
MODEL(Mention, (Text, screen_name), (Text, name), (Int, id), (Text, id_str), (List<Int>, indices))
MODEL(Size, (Int, w), (Int, h), (Text, resize))
MODEL(Sizes, (Size, medium), (Size, small), (Size, thumb), (Size, large))
MODEL(Media, (Int, id), (Text, id_str), (List<Int>, indices), (Text, media_url), (Text, media_url_https),
      (Text, url), (Text, display_url), (Text, expanded_url), (Text, type), (Sizes, sizes),
      (OptionalInt, source_status_id), (OptionalText, source_status_id_str))
MODEL(Entities, (List<Hashtag>, hashtags), (List<Hashtag>, symbols), (List<Link>, urls),
      (List<Mention>, user_mentions), (std::optional<List<Media>>, media))
MODEL(Links, (List<Link>, urls))
MODEL(UserEntities, (std::optional<Links>, url), (Links, description))
MODEL(User, (Int, id), (Text, id_str), (Text, name), (Text, screen_name), (Text, location),
      (Text, description), (OptionalText, url), (UserEntities, entities), (bool, protected_),
      (Int, followers_count), (Int, friends_count), (Int, listed_count), (Text, created_at),
      (Int, favourites_count), (OptionalInt, utc_offset), (OptionalText, time_zone), (bool, geo_enabled),
      (bool, verified), (Int, statuses_count), (Text, lang), (bool, contributors_enabled),
      (bool, is_translator), (bool, is_translation_enabled), (Text, profile_background_color),
      (Text, profile_background_image_url), (Text, profile_background_image_url_https),
      (bool, profile_background_tile), (Text, profile_image_url), (Text, profile_image_url_https),
      (OptionalText, profile_banner_url), (Text, profile_link_color), (Text, profile_sidebar_border_color),
      (Text, profile_sidebar_fill_color), (Text, profile_text_color), (bool, profile_use_background_image),
      (bool, default_profile), (bool, default_profile_image), (bool, following),
      (bool, follow_request_sent), (bool, notifications))
MODEL(Point, (Text, type), (List<double>, coordinates))
MODEL(Place, (Text, id), (Text, full_name))
struct Status;
MODEL(StatusFields, (Metadata, metadata), (Text, created_at), (Int, id), (Text, id_str), (Text, text),
      (Text, source), (bool, truncated), (OptionalInt, in_reply_to_status_id),
      (OptionalText, in_reply_to_status_id_str), (OptionalInt, in_reply_to_user_id),
      (OptionalText, in_reply_to_user_id_str), (OptionalText, in_reply_to_screen_name), (User, user),
      (std::optional<Point>, geo), (std::optional<Point>, coordinates), (std::optional<Place>, place),
      (std::optional<List<Int>>, contributors), (std::shared_ptr<Status>, retweeted_status),
      (Int, retweet_count), (Int, favorite_count), (Entities, entities), (bool, favorited),
      (bool, retweeted), (OptionalBool, possibly_sensitive), (Text, lang))
struct Status : StatusFields {};
MODEL(SearchMetadata, (double, completed_in), (Int, max_id), (Text, max_id_str), (Text, next_results),
      (Text, query), (Text, refresh_url), (Int, count), (Int, since_id), (Text, since_id_str))
MODEL(Archive, (List<Status>, statuses), (SearchMetadata, search_metadata))

// citm
MODEL(Concert, (OptionalText, description), (Int, id), (OptionalText, logo), (Text, name),
      (List<Int>, subTopicIds), (OptionalText, subjectCode), (OptionalText, subtitle), (List<Int>, topicIds))
MODEL(Price, (Int, amount), (Int, audienceSubCategoryId), (Int, seatCategoryId))
MODEL(Area, (Int, areaId), (List<Int>, blockIds))
MODEL(SeatCategory, (List<Area>, areas), (Int, seatCategoryId))
MODEL(Performance, (Int, eventId), (Int, id), (OptionalText, logo), (OptionalText, name),
      (List<Price>, prices), (List<SeatCategory>, seatCategories), (OptionalText, seatMapImage), (Int, start),
      (Text, venueCode))
MODEL(Catalog, (Dictionary<Text>, areaNames), (Dictionary<Text>, audienceSubCategoryNames),
      (Dictionary<Text>, blockNames), (Dictionary<Concert>, events), (List<Performance>, performances),
      (Dictionary<Text>, seatCategoryNames), (Dictionary<Text>, subTopicNames),
      (Dictionary<Text>, subjectNames), (Dictionary<Text>, topicNames),
      (Dictionary<List<Int>>, topicSubTopics), (Dictionary<Text>, venueNames))

// canada
using Position = std::array<double, 2>;
MODEL(Properties, (Text, name))
MODEL(Geometry, (Text, type), (List<List<Position>>, coordinates))
MODEL(Feature, (Text, type), (Properties, properties), (Geometry, geometry))
MODEL(FeatureCollection, (Text, type), (List<Feature>, features))

// small, messages
MODEL(Record, (Int, id), (Text, name), (double, score), (bool, active), (Int, age), (Int, createdAt),
      (Text, kind), (List<Text>, tags), (OptionalText, email))

// feed
MODEL(Account, (Int, id), (Text, login), (OptionalText, display_login), (Text, gravatar_id), (Text, url),
      (Text, avatar_url))
MODEL(Repository, (Int, id), (Text, name), (Text, url))
MODEL(Author, (Text, email), (Text, name))
MODEL(Commit, (Text, sha), (Author, author), (Text, message), (bool, distinct), (Text, url))
MODEL(FeedUser, (Text, login), (Int, id), (Text, node_id), (Text, avatar_url), (Text, gravatar_id), (Text, url),
      (Text, html_url), (Text, followers_url), (Text, following_url), (Text, gists_url), (Text, starred_url),
      (Text, repos_url), (Text, events_url), (Text, type), (bool, site_admin))
MODEL(Label, (Int, id), (Text, url), (Text, name), (Text, color), (bool, default_))
MODEL(Issue, (Text, url), (Text, repository_url), (Text, labels_url), (Text, comments_url), (Text, html_url),
      (Int, id), (Text, node_id), (Int, number), (Text, title), (FeedUser, user), (List<Label>, labels),
      (Text, state), (bool, locked), (Int, comments), (Text, created_at), (Text, updated_at),
      (OptionalText, closed_at), (Text, author_association), (OptionalText, body))
MODEL(Comment, (Text, url), (Text, html_url), (Text, issue_url), (Int, id), (Text, node_id), (FeedUser, user),
      (Text, created_at), (Text, updated_at), (Text, author_association), (Text, body))
MODEL(Payload, (OptionalText, action), (OptionalInt, push_id), (OptionalInt, size), (OptionalInt, distinct_size),
      (OptionalText, ref), (OptionalText, ref_type), (OptionalText, master_branch), (OptionalText, description),
      (OptionalText, pusher_type), (OptionalText, head), (OptionalText, before),
      (std::optional<List<Commit>>, commits), (std::optional<Issue>, issue), (std::optional<Comment>, comment))
MODEL(FeedEvent, (Text, id), (Text, type), (Account, actor), (Repository, repo), (Payload, payload),
      (bool, public_), (Text, created_at), (std::optional<Account>, org))

// texts, floats
MODEL(Article, (Int, id), (Text, language), (Text, title), (Text, body), (List<Text>, comments))
MODEL(Signal, (Int, id), (Text, name), (List<double>, samples), (List<double>, vector))

template <class T>
concept IsModel = requires(T& value) { T::each(value, [](auto, auto&) {}); };
template <class T>
concept IsOptional = requires(T& value) { *value; value.reset(); };
template <class T>
concept IsDictionary = requires { typename T::mapped_type; };

template <class T>
T& emplaced(std::optional<T>& into) {
  return into.emplace();
}
template <class T>
T& emplaced(std::shared_ptr<T>& into) {
  return *(into = std::make_shared<T>());
}

/// Copies a value of a library into a fresh member.
///
/// A `Value` has `isNull()`, `boolean()`, `integer()`, `number()`, `text()`, `size()`, `elements(visit)` and
/// `members()`. Members are read in one pass if their order is the declared order.
template <class Value, class T>
void read(Value value, T& into) {
  if constexpr (std::is_same_v<T, bool>) {
    into = value.boolean();
  } else if constexpr (std::is_same_v<T, Int>) {
    into = value.integer();
  } else if constexpr (std::is_same_v<T, double>) {
    into = value.number();
  } else if constexpr (std::is_same_v<T, Text>) {
    into = value.text();
  } else if constexpr (IsOptional<T>) {
    if (!value.isNull()) read(std::move(value), emplaced(into));
  } else if constexpr (IsDictionary<T>) {
    for (auto members = value.members(); !members.isAtEnd(); members.advance())
      read(members.value(), into[Text(members.key())]);
  } else if constexpr (std::is_same_v<T, Position>) {
    size_t index = 0;
    value.elements([&](auto element) { read(std::move(element), into.at(index++)); });
  } else if constexpr (IsModel<T>) {
    auto members = value.members();
    while (!members.isAtEnd()) {
      bool found = false;
      T::each(into, [&](std::string_view key, auto& member) {
        if (members.isAtEnd() || !members.is(key)) return;
        read(members.value(), member);
        members.advance();
        found = true;
      });
      if (!found) members.advance();
    }
  } else {
    into.reserve(value.size());
    value.elements([&](auto element) { read(std::move(element), into.emplace_back()); });
  }
}

/// Writes a value to a sink with the functions of RapidJSON's `Writer`.
template <class Sink, class T>
void write(const T& value, Sink& sink) {
  auto key = [&](std::string_view key) { sink.Key(key.data(), unsigned(key.size())); };
  if constexpr (std::is_same_v<T, bool>) {
    sink.Bool(value);
  } else if constexpr (std::is_same_v<T, Int>) {
    sink.Int64(value);
  } else if constexpr (std::is_same_v<T, double>) {
    sink.Double(value);
  } else if constexpr (std::is_same_v<T, Text>) {
    sink.String(value.data(), unsigned(value.size()));
  } else if constexpr (IsDictionary<T>) {
    sink.StartObject();
    for (auto& [name, member] : value) {
      key(name);
      write(member, sink);
    }
    sink.EndObject();
  } else if constexpr (IsModel<T>) {
    sink.StartObject();
    T::each(value, [&](std::string_view name, auto& member) {
      if constexpr (IsOptional<std::remove_cvref_t<decltype(member)>>) {
        if (!member) return;
        key(name);
        write(*member, sink);
      } else {
        key(name);
        write(member, sink);
      }
    });
    sink.EndObject();
  } else {
    sink.StartArray();
    for (auto& element : value) write(element, sink);
    sink.EndArray();
  }
}

/// Writes the answers of all libraries, so that one check fits them.
struct AnswerSink {
  std::string text;

  void separate() {
    if (!text.empty() && std::string_view("[{:,").find(text.back()) == std::string_view::npos) text += ',';
  }
  void append(std::string_view word) {
    separate();
    text += word;
  }
  void StartObject() { append("{"); }
  void EndObject() { text += '}'; }
  void StartArray() { append("["); }
  void EndArray() { text += ']'; }
  void Bool(bool value) { append(value ? "true" : "false"); }
  void Int64(Int value) { append(std::to_string(value)); }
  void Double(double value) {
    char digits[40];
    append({digits, std::to_chars(digits, digits + 40, value).ptr});
  }
  void Key(const char* bytes, unsigned count) {
    String(bytes, count);
    text += ':';
  }
  void String(const char* bytes, unsigned count) {
    append("\"");
    for (unsigned char byte : std::string_view(bytes, count)) {
      char code[8];
      if (byte == '"' || byte == '\\') text += '\\';
      if (byte >= 0x20) text += byte;
      else text.append(code, snprintf(code, 8, "\\u%04x", byte));
    }
    text += '"';
  }
};

template <class T>
std::string written(const T& value) {
  AnswerSink sink;
  write(value, sink);
  return sink.text;
}

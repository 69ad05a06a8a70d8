// Every contestant in C++: reads the sets, writes its answers for the check, measures and prints rows.
//
// Usage: PROGRAM FOLDER SET...       with FOLDER/SET.json, which ferry-bench --write-sets makes
#pragma once
#include <algorithm>
#include <ctime>
#include <fstream>
#include <iostream>
#include <iterator>

#include "Models.h"

/// Seconds of processor time of the thread.
inline double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

inline std::string load(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// The median seconds of one run, measured as `Harness.swift` does.
template <class Work>
double median(Work work) {
  double fastest = 1e9, end = now() + 0.05;
  do {
    double start = now();
    work();
    fastest = std::min(fastest, now() - start);
  } while (now() < end);
  int runs = std::max(1, int(0.002 / fastest) + 1);
  std::vector<double> samples;
  const char* seconds = std::getenv("CONTESTANT_SECONDS");
  end = now() + (seconds ? std::atof(seconds) : 1);
  while (samples.size() < 7 || now() < end) {
    double start = now();
    for (int run = 0; run < runs; run++) work();
    samples.push_back((now() - start) / runs);
  }
  std::nth_element(samples.begin(), samples.begin() + samples.size() / 2, samples.end());
  return samples[samples.size() / 2];
}

/// Prevents the compiler from removing the work behind `answer`.
template <class Answer>
void consume(const Answer& answer) {
  asm volatile("" : : "r"(&answer) : "memory");
}

/// The texts of the elements of a JSON array of objects that have no nested objects.
inline std::vector<std::string> elements(const std::string& list) {
  std::vector<std::string> result;
  for (size_t start = 1, end; start < list.size(); start = end + 2) {
    end = std::min(list.find("},{", start), list.size() - 2);
    result.push_back(list.substr(start, end + 1 - start));
  }
  return result;
}

/// One task on one set: writes the answer to FOLDER/answers/SET.TASK.CONTESTANT, then prints a row.
struct Report {
  std::string folder, set, contestant;
  size_t bytes;

  template <class Answer, class Work>
  void row(const std::string& task, Answer answer, Work work) const {
    std::ofstream(folder + "/answers/" + set + "." + task + "." + contestant) << answer();
    double rate = bytes / median(work) / 1e6;
    printf("%s\t%s\t%s\t%.2f\tnan\tunchecked\n", task.c_str(), set.c_str(), contestant.c_str(), rate);
    fflush(stdout);
  }
};

/// Decodes and encodes one set with a library.
///
/// A library has `name`, `decode<T>(const std::string&)` and `encode(const T&)`. The result of `encode`
/// has `view()`. A library without a writer has `encodes = false`.
template <class Model, class Library>
void measure(const Report& report, const std::string& text, Library& library) {
  Model model;
  report.row(
      "json-decode",
      [&] {
        model = library.template decode<Model>(text);
        return written(model);
      },
      [&] { consume(library.template decode<Model>(text)); });
  if constexpr (Library::encodes)
    report.row(
        "json-encode", [&] { return std::string(library.encode(model).view()); },
        [&] { consume(library.encode(model)); });
}

/// The same with one call for each record.
template <class Library>
void measureMessages(const Report& report, const std::string& text, Library& library) {
  auto texts = elements(text);
  for (auto& text : texts) text.reserve(text.size() + 64);
  std::vector<Record> records;
  auto decode = [&] {
    std::vector<Record> result;
    result.reserve(texts.size());
    for (auto& text : texts) result.push_back(library.template decode<Record>(text));
    return result;
  };
  report.row("message-decode", [&] { return written(records = decode()); }, [&] { consume(decode()); });
  if constexpr (Library::encodes) {
    auto encode = [&] {
      std::vector<decltype(library.encode(records[0]))> result;
      result.reserve(records.size());
      for (auto& record : records) result.push_back(library.encode(record));
      return result;
    };
    auto joined = [&] {
      std::string result;
      for (auto& text : encode()) result += (result.empty() ? "[" : ",") + std::string(text.view());
      return result + "]";
    };
    report.row("message-encode", joined, [&] { consume(encode()); });
  }
}

/// Runs all sets of the command line; returns the exit status.
template <class Library>
int contest(int count, char** words) try {
  Library library;
  for (int index = 2; index < count; index++) {
    std::string folder = words[1], set = words[index], text = load(folder + "/" + set + ".json");
    text.reserve(text.size() + 64);
    Report report{folder, set, Library::name, text.size()};
    if (set == "twitter") measure<Archive>(report, text, library);
    if (set == "citm") measure<Catalog>(report, text, library);
    if (set == "canada") measure<FeatureCollection>(report, text, library);
    if (set == "small") measure<std::vector<Record>>(report, text, library);
    if (set == "feed") measure<std::vector<FeedEvent>>(report, text, library);
    if (set == "texts") measure<std::vector<Article>>(report, text, library);
    if (set == "floats") measure<std::vector<Signal>>(report, text, library);
    if (set == "messages") measureMessages(report, text, library);
  }
  return 0;
} catch (const std::exception& error) {
  std::cerr << Library::name << ": " << error.what() << "\n";
  return 1;
}

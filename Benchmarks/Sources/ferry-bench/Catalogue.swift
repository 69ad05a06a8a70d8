import Ferry

extension BenchmarkSet {
  /// Every set, in the order of the rows.
  ///
  /// A further set is one entry here and one model.
  static func all(from corpus: Corpus) -> [BenchmarkSet] {
    [
      BenchmarkSet("twitter", tasks: BenchmarkTask.all) {
        try DataSet<Twitter.Archive>(
          json: corpus.text(of: .twitterJSON), yaml: corpus.text(of: .twitterYAML))
      },
      BenchmarkSet("citm", tasks: BenchmarkTask.jsonAndBinary) {
        try DataSet<CITM.Catalog>(json: corpus.text(of: .citm))
      },
      BenchmarkSet("canada", tasks: BenchmarkTask.jsonAndBinary) {
        try DataSet<Canada.FeatureCollection>(json: corpus.text(of: .canada))
      },
      BenchmarkSet("small", tasks: BenchmarkTask.records) {
        try DataSet<[Record]>(json: corpus.text(of: .records))
      },
      BenchmarkSet("large", tasks: [.path, .memory]) {
        try DataSet<LargeDocument>(json: LargeDocument.text(of: corpus.text(of: .records)))
      },
      BenchmarkSet("ints", tasks: BenchmarkTask.jsonAndBinary) {
        try DataSet<[Int]>(json: PlainArrays.ints().json())
      },
      BenchmarkSet("doubles", tasks: BenchmarkTask.jsonAndBinary) {
        try DataSet<[Double]>(json: PlainArrays.doubles().json())
      },
      BenchmarkSet("strings", tasks: BenchmarkTask.jsonAndBinary) {
        try DataSet<[String]>(json: PlainArrays.strings().json())
      },
      BenchmarkSet("k8s", tasks: BenchmarkTask.all) {
        try DataSet<Kubernetes.List>(yaml: corpus.text(of: .kubernetes)) {
          try YAML.decode(Kubernetes.List.self, from: $0)
        }
      },
      BenchmarkSet("docs", tasks: BenchmarkTask.yaml) {
        try DataSet<[DocsEntry]>(yaml: corpus.text(of: .docs)) {
          try YAML.decodeAll(DocsEntry.self, from: $0)
        }
      },
    ]
  }
}

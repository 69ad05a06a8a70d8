import Ferry
import ModelsElsewhere

extension BenchmarkSet {
  /// Every set, in the order of the rows.
  ///
  /// A further set is one entry here and one model.
  static func all(from corpus: Corpus) -> [BenchmarkSet] {
    [
      BenchmarkSet("twitter", tasks: BenchmarkTask.direct.union(BenchmarkTask.yaml)) {
        try DataSet<Twitter.Archive>(
          json: corpus.text(of: .twitterJSON), yaml: corpus.text(of: .twitterYAML),
          direct: DirectCoding(elsewhere: .init(ModelsElsewhere.Twitter.Archive.self)))
      },
      BenchmarkSet("citm", tasks: BenchmarkTask.direct) {
        try DataSet<CITM.Catalog>(
          json: corpus.text(of: .citm),
          direct: DirectCoding(elsewhere: .init(ModelsElsewhere.CITM.Catalog.self)))
      },
      BenchmarkSet("canada", tasks: BenchmarkTask.direct) {
        try DataSet<Canada.FeatureCollection>(
          json: corpus.text(of: .canada),
          direct: DirectCoding(elsewhere: .init(ModelsElsewhere.Canada.FeatureCollection.self)))
      },
      BenchmarkSet("small", tasks: BenchmarkTask.direct.union(BenchmarkTask.records)) {
        try DataSet<[Record]>(
          json: corpus.text(of: .records),
          direct: DirectCoding(elsewhere: .init([ModelsElsewhere.Record].self)))
      },
      BenchmarkSet("feed", tasks: BenchmarkTask.direct) {
        try DataSet<[Feed.Event]>(
          json: FeedGenerator.events().json(),
          direct: DirectCoding(elsewhere: .init([ModelsElsewhere.Feed.Event].self)))
      },
      BenchmarkSet("texts", tasks: BenchmarkTask.direct) {
        try DataSet<[Article]>(
          json: TextGenerator.articles().json(),
          direct: DirectCoding(elsewhere: .init([ModelsElsewhere.Article].self)))
      },
      BenchmarkSet("floats", tasks: BenchmarkTask.direct) {
        try DataSet<[Signal]>(
          json: SignalGenerator.signals().json(),
          direct: DirectCoding(elsewhere: .init([ModelsElsewhere.Signal].self)))
      },
      BenchmarkSet("notes", tasks: BenchmarkTask.direct) {
        try DataSet<Score>(
          json: ScoreGenerator.score().json(indent: 4),
          direct: DirectCoding(elsewhere: .init(ModelsElsewhere.Score.self)))
      },
      BenchmarkSet("mesh", tasks: BenchmarkTask.direct) {
        try DataSet<Mesh>(
          json: MeshGenerator.mesh().json(indent: 2),
          direct: DirectCoding(elsewhere: .init(ModelsElsewhere.Mesh.self)))
      },
      BenchmarkSet(
        "messages", tasks: [.messageDecode, .messageEncode, .snakeCaseDecode, .snakeCaseEncode]
      ) {
        let records = try JSON.decode([Record].self, from: corpus.text(of: .records))
        return try DataSet<[Record]>(json: JSON.encode(Array(records.prefix(2000))))
      },
      BenchmarkSet("events", tasks: BenchmarkTask.jsonAndBinary) {
        try DataSet<[Event]>(json: EventStandIn.events().json())
      },
      BenchmarkSet("nested", tasks: [.mappedDecode]) {
        try DataSet<[HandWrittenReport]>(json: ReportStandIn.reports().json())
      },
      BenchmarkSet("large", tasks: [.path, .memory]) {
        try DataSet<LargeDocument>(json: LargeDocument.text(of: corpus.text(of: .records)))
      },
      BenchmarkSet("ints", tasks: BenchmarkTask.direct) {
        try DataSet<[Int]>(json: PlainArrays.ints().json(), direct: DirectCoding())
      },
      BenchmarkSet("doubles", tasks: BenchmarkTask.direct) {
        try DataSet<[Double]>(json: PlainArrays.doubles().json(), direct: DirectCoding())
      },
      BenchmarkSet("decimals", tasks: BenchmarkTask.direct) {
        try DataSet<[Double]>(json: PlainArrays.decimals().json(), direct: DirectCoding())
      },
      BenchmarkSet("strings", tasks: BenchmarkTask.direct) {
        try DataSet<[String]>(json: PlainArrays.strings().json(), direct: DirectCoding())
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

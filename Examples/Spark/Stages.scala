// Stages of a Spark job that are ferry processes, one for each partition. Run by run.sh in spark-shell.
val ferry = sys.env("FERRY")
val records = sys.env("RECORDS").toLong
val lines = sc.textFile(sys.env("INPUT"))

def expect(name: String, holds: Boolean): Unit = {
  println(s"spark: $name: ${if (holds) "ok" else "WRONG"}")
  if (!holds) sys.exit(1)
}

// Filter by path: the JVM never parses a record.
val errors = lines.pipe(Seq(ferry, "stream", "--from", "ndjson", "--where", "level=error"))
expect("filter by path", errors.count() == (records + 9) / 10)

// Take values out of records. Numbers keep their digits, which Spark's doubles do not.
val big = lines.pipe(Seq(ferry, "stream", "--from", "ndjson", "--get", "big")).distinct().collect()
expect("values at a path", big.toSeq == Seq("144126219108390099"))

// Convert. A stage that is not NDJSON has to be the last one, as the pipe passes lines on.
lines.pipe(Seq(ferry, "convert", "--from", "ndjson", "--to", "yaml")).saveAsTextFile(sys.env("OUTPUT"))
val yaml = sc.textFile(sys.env("OUTPUT"))
expect("convert to YAML", yaml.filter(_ == "---").count() == records)

// Validate: any exit status but 0 fails the job, ...
val damaged = sc.textFile(sys.env("DAMAGED"))
val strict = scala.util.Try(
  damaged.pipe(Seq(ferry, "stream", "--from", "ndjson")).count())
expect("a bad record fails the job", strict.isFailure)

// ... unless bad records are skipped, which ferry reports on the worker's standard error.
val clean = damaged.pipe(Seq(ferry, "stream", "--from", "ndjson", "--skip-errors"))
expect("or is skipped", clean.count() == records)

if (sys.env("TIMINGS") == "yes") {
  def time(name: String)(body: => Unit): Unit = {
    body
    val best = (1 to 5).map { _ =>
      val start = System.nanoTime
      body
      (System.nanoTime - start) / 1e9
    }.min
    println(f"spark: $name%-44s $best%6.2f s")
  }
  time("read lines, count") { lines.count() }
  time("pipe through cat") { lines.pipe(Seq("cat")).count() }
  time("pipe through ferry, filter by path") { errors.count() }
  time("pipe through ferry, all records") {
    lines.pipe(Seq(ferry, "stream", "--from", "ndjson")).count()
  }
  val schema = "id long, level string, user struct<id: long, name: string>, amount double, big long"
  time("Spark's JSON reader, schema given, filter") {
    spark.read.schema(schema).json(sys.env("INPUT")).filter("level = 'error'").count()
  }
  time("Spark's JSON reader, schema given, all fields") {
    spark.read.schema(schema).json(sys.env("INPUT")).write.format("noop").mode("overwrite").save()
  }
  time("Spark's JSON reader, schema inferred, filter") {
    spark.read.json(sys.env("INPUT")).filter("level = 'error'").count()
  }
}
println("spark: all stages as expected")
sys.exit(0)

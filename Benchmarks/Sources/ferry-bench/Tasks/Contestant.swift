/// One way to do a task on one set.
struct Contestant {
  /// What the rows call it.
  let name: String

  /// Makes what the clock is not to see: inputs, coders, buffers.
  let prepare: () throws -> Trial
}

/// A contestant ready to run.
struct Trial {
  /// The work and the answer's release, as in a program that uses the answer and lets it go.
  let run: () throws -> Void

  /// The work alone: the answer is the caller's.
  let answer: () throws -> Any

  /// What is wrong with the answer; nil where nothing is.
  let flaw: () throws -> String?

  init<Answer>(
    work: @escaping () throws -> Answer, flaw: @escaping () throws -> String?
  ) {
    run = { consume(try work()) }
    answer = work
    self.flaw = flaw
  }
}

extension Contestant {
  /// A contestant that decodes the set's model from `input`.
  ///
  /// The answer is right when it equals the model that Foundation decodes.
  static func decoding<Model, Input>(
    _ name: String, _ set: DataSet<Model>,
    from input: @autoclosure @escaping () throws -> Input,
    decode: @escaping (Input) throws -> Model
  ) -> Contestant {
    Contestant(name: name) {
      let input = try input()
      return Trial(
        work: { try decode(input) },
        flaw: { try set.difference(of: decode(input)) })
    }
  }

  /// A contestant that encodes the set's model.
  ///
  /// The answer is right when `decode` makes an equal model of it.
  static func encoding<Model, Output>(
    _ name: String, _ set: DataSet<Model>,
    encode: @escaping (Model) throws -> Output,
    decodedBy decode: @escaping (Output) throws -> Model
  ) -> Contestant {
    Contestant(name: name) {
      Trial(
        work: { try encode(set.model) },
        flaw: { try set.difference(of: decode(encode(set.model))) })
    }
  }
}

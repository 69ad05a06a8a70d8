/// A list of deployments as a cluster's manifest has it: deep, with short strings and many
/// notations of a scalar.
enum Kubernetes {
  /// The document.
  struct List: BenchmarkModel {
    let apiVersion: String
    let kind: String
    let items: [Deployment]
  }

  /// One deployment.
  struct Deployment: BenchmarkModel {
    let apiVersion: String
    let kind: String
    let metadata: Metadata
    let spec: Spec
    let script: String
  }

  /// What the deployment is called and how it is marked.
  struct Metadata: BenchmarkModel {
    let name: String
    let namespace: String
    let labels: [String: String]
    let annotations: [String: String]
  }

  /// How it is to run.
  struct Spec: BenchmarkModel {
    let replicas: Int
    let paused: Bool
    let progressDeadlineSeconds: Int
    let revisionHistoryLimit: Int?
    let selector: Selector
    let containers: [Container]
  }

  /// Which pods belong to it.
  struct Selector: BenchmarkModel {
    let matchLabels: [String: String]
  }

  /// One container of a pod.
  struct Container: BenchmarkModel {
    let name: String
    let image: String
    let imagePullPolicy: String
    let args: [String]
    let ports: [Port]
    let env: [Variable]
    let resources: Resources
  }

  /// A port that the container listens on.
  struct Port: BenchmarkModel {
    let name: String
    let containerPort: Int
    let `protocol`: String
  }

  /// One variable of the environment.
  struct Variable: BenchmarkModel {
    let name: String
    let value: String
  }

  /// The most and the least that the container gets.
  struct Resources: BenchmarkModel {
    let limits: Amounts
    let requests: Amounts
  }

  /// Processors, and memory with its unit.
  struct Amounts: BenchmarkModel {
    let cpu: Double
    let memory: String
  }
}

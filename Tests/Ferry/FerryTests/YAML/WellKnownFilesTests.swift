#if FERRY_YAML
import Ferry
import FerryTestSupport
import Testing

/// Files of well-known kinds, each with a mistake that people make. The models have the keys that
/// the file uses; unknown keys are errors.
@Suite("Well-known kinds of YAML files")
struct WellKnownFilesTests {
  func message<T: Decodable>(
    _ type: T.Type, _ text: String, preset: YAML.Preset = .standard
  ) -> String? {
    var decoder = YAML.Decoder(preset: preset)
    decoder.unknownKeys = .error
    do {
      _ = try decoder.decode(type, from: text.utf8, file: "file.yaml")
      return nil
    } catch {
      return (error as? DecodingError)?.problem.map { "\($0)" } ?? "\(error)"
    }
  }

  // MARK: Compose

  private struct Compose: Decodable {
    struct Service: Decodable {
      var image: String
      var ports: [String]?
      var environment: [String: String]?
      var depends_on: [String]?
    }
    var services: [String: Service]
    var volumes: [String: [String: String]?]?
  }

  @Test("Docker Compose: a list of variables in place of an object")
  func compose() {
    let text = """
      services:
        web:
          image: nginx:1.27
          ports: ["8080:80"]
          environment:
            - LOG_LEVEL=debug
      volumes:
        data:
      """
    #expect(
      message(Compose.self, text) == """
        file.yaml:6:7: wrong type of value: expected an object, found an array, at services.web.environment
              - LOG_LEVEL=debug
              ^
        hint: write `LOG_LEVEL: debug` without the `-`
        """)
  }

  // MARK: Workflow

  private struct Workflow: Decodable {
    struct Job: Decodable {
      struct Step: Decodable {
        var name: String?
        var uses: String?
        var run: String?
      }
      enum CodingKeys: String, CodingKey {
        case runsOn = "runs-on"
        case steps
        case timeout = "timeout-minutes"
      }
      var runsOn: String
      var steps: [Step]
      var timeout: Int?
    }
    var name: String
    var on: [String]
    var jobs: [String: Job]
  }

  @Test("GitHub workflow: a misspelled key")
  func workflow() {
    let text = """
      name: test
      on: [push, pull_request]
      jobs:
        build:
          run-on: ubuntu-24.04
          steps:
            - uses: actions/checkout@v4
            - run: swift test
      """
    #expect(
      message(Workflow.self, text) == """
        file.yaml:5:5: missing key: `runs-on`, at jobs.build
            run-on: ubuntu-24.04
            ^
        hint: the object has `run-on`; did you mean `runs-on`?
        """)
  }

  // MARK: Helm

  private struct Values: Decodable {
    struct Image: Decodable {
      var repository: String
      var tag: String
      var pullPolicy: String
    }
    struct Resources: Decodable {
      var limits: [String: String]
    }
    var replicaCount: Int
    var image: Image
    var resources: Resources
  }

  @Test("Helm values: a number in quotes")
  func helm() {
    let text = """
      replicaCount: "3"
      image:
        repository: example/web
        tag: 1.10
        pullPolicy: IfNotPresent
      resources:
        limits: {cpu: 500m, memory: 128Mi}
      """
    #expect(
      message(Values.self, text) == """
        file.yaml:1:15: wrong type of value: expected Int, found text "3", at replicaCount
        replicaCount: "3"
                      ^
        hint: remove the quotes: text in quotes is never a number
        """)
  }

  // MARK: Custom resource definition

  private struct Definition: Decodable {
    struct Metadata: Decodable { var name: String }
    struct Spec: Decodable {
      struct Version: Decodable {
        var name: String
        var served: Bool
        var storage: Bool
      }
      enum Scope: String, Decodable, CaseIterable { case Namespaced, Cluster }
      var group: String
      var scope: Scope
      var versions: [Version]
    }
    var apiVersion: String
    var kind: String
    var metadata: Metadata
    var spec: Spec
  }

  @Test("custom resource definition: an unknown scope")
  func definition() {
    let text = """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: jobs.example.org}
      spec:
        group: example.org
        scope: namespaced
        versions:
          - {name: v1, served: true, storage: true}
      """
    #expect(
      message(Definition.self, text) == """
        file.yaml:6:10: invalid value: expected one of `Namespaced`, `Cluster`, found text `namespaced`, at spec.scope
          scope: namespaced
                 ^
        hint: did you mean `Namespaced`?
        """)
  }

  // MARK: OpenAPI

  private struct OpenAPI: Decodable {
    struct Info: Decodable {
      var title: String
      var version: String
    }
    struct Operation: Decodable {
      struct Response: Decodable { var description: String }
      var operationId: String?
      var responses: [String: Response]
    }
    var openapi: String
    var info: Info
    var paths: [String: [String: Operation]]
  }

  @Test("OpenAPI: a response without its description")
  func openAPI() {
    let text = """
      openapi: 3.1.0
      info: {title: Pets, version: 1.0}
      paths:
        /pets:
          get:
            operationId: listPets
            responses:
              200: {}
      """
    #expect(
      message(OpenAPI.self, text) == """
        file.yaml:8:14: missing key: `description`, at paths./pets.get.responses.200
                200: {}
                     ^
        """)
  }

  // MARK: Ansible

  private struct Play: Decodable {
    struct Task: Decodable {
      var name: String
      var apt: [String: AnyValue]?
      var notify: String?
    }
    var hosts: String
    var become: Bool
    var tasks: [Task]
  }

  @Test("Ansible: text that starts with a reference in braces")
  func ansible() {
    let text = """
      - hosts: {{ groups.web }}
        become: true
        tasks: []
      """
    #expect(
      message([Play].self, text) == """
        file.yaml:1:11: a key that cannot be text, at [0].hosts
        - hosts: {{ groups.web }}
                  ^
        hint: put quotes around text that starts with `{{`
        """)
  }

  @Test("Ansible: a truth value of YAML 1.1")
  func ansibleBool() {
    let text = """
      - hosts: web
        become: yes
        tasks:
          - name: install
            apt: {name: nginx, state: present}
      """
    #expect(
      message([Play].self, text) == """
        file.yaml:2:11: wrong type of value: expected Bool, found text `yes`, at [0].become
          become: yes
                  ^
        hint: `yes` is a string in YAML 1.2; write `true`
        """)
  }
}
#endif

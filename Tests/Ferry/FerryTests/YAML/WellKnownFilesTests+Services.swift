#if FERRY_YAML
import Ferry
import FerryTestSupport
import Testing

extension WellKnownFilesTests {
  // MARK: Prometheus

  private struct Prometheus: Decodable {
    struct Global: Decodable {
      var scrape_interval: String
    }
    struct Scrape: Decodable {
      struct Static: Decodable { var targets: [String] }
      var job_name: String
      var static_configs: [Static]
    }
    var global: Global
    var scrape_configs: [Scrape]
  }

  @Test("Prometheus: wrong indentation")
  func prometheus() {
    let text = """
      global:
        scrape_interval: 15s
      scrape_configs:
        - job_name: node
          static_configs:
          - targets: ["localhost:9100"]
         - job_name: web
           static_configs: []
      """
    #expect(
      message(Prometheus.self, text) == """
        file.yaml:7:4: invalid YAML: did not find expected '-' indicator, at scrape_configs[1]
           - job_name: web
           ^
        file.yaml:4:3: the array starts here
          - job_name: node
          ^
        hint: the indentation matches no line above; align the line with one of them
        """)
  }

  // MARK: Grafana

  private struct Datasources: Decodable {
    struct Source: Decodable {
      var name: String
      var type: String
      var url: String
      var isDefault: Bool?
    }
    var apiVersion: Int
    var datasources: [Source]
  }

  @Test("Grafana: one source without its dash")
  func grafana() {
    let text = """
      apiVersion: 1
      datasources:
        name: Prometheus
        type: prometheus
        url: http://localhost:9090
      """
    #expect(
      message(Datasources.self, text) == """
        file.yaml:3:3: wrong type of value: expected an array, found an object, at datasources
          name: Prometheus
          ^
        hint: for an array of one element, put `- ` before the first key and two blanks before the \
        other lines, or brackets around the braces
        """)
  }

  // MARK: Vector

  private struct Vector: Decodable {
    struct Part: Decodable {
      var type: String
      var inputs: [String]?
      var include: [String]?
    }
    var sources: [String: Part]
    var sinks: [String: Part]
  }

  @Test("Vector: one input in place of a list")
  func vector() {
    let text = """
      sources:
        logs:
          type: file
          include: [/var/log/*.log]
      sinks:
        out:
          type: console
          inputs: logs
      """
    #expect(
      message(Vector.self, text) == """
        file.yaml:8:13: wrong type of value: expected an array, found text `logs`, at sinks.out.inputs
            inputs: logs
                    ^
        hint: write `[logs]` for an array of one element
        """)
  }

  // MARK: GitLab CI

  private struct Job: Decodable {
    var stage: String
    var script: [String]
  }

  @Test("GitLab CI: a command with a colon and a blank")
  func gitLab() {
    let text = """
      test:
        stage: test
        script:
          - echo "Status: ok"
          - curl -H "Accept: text/plain" localhost
      """
    #expect(
      message([String: Job].self, text) == """
        file.yaml:4:7: wrong type of value: expected String, found an object, at test.script[0]
            - echo "Status: ok"
              ^
        hint: put quotes around text that has `: ` in it
        """)
  }

  // MARK: Dependabot

  private struct Dependabot: Decodable {
    struct Update: Decodable {
      struct Schedule: Decodable {
        enum Interval: String, Decodable, CaseIterable { case daily, weekly, monthly }
        var interval: Interval
      }
      enum CodingKeys: String, CodingKey {
        case ecosystem = "package-ecosystem"
        case directory, schedule
      }
      var ecosystem: String
      var directory: String
      var schedule: Schedule
    }
    var version: Int
    var updates: [Update]
  }

  @Test("Dependabot: a misspelled interval")
  func dependabot() {
    let text = """
      version: 2
      updates:
        - package-ecosystem: swift
          directory: /
          schedule: {interval: weakly}
      """
    #expect(
      message(Dependabot.self, text) == """
        file.yaml:5:26: invalid value: expected one of `daily`, `weekly`, `monthly`, found text `weakly`, at updates[0].schedule.interval
            schedule: {interval: weakly}
                                 ^
        hint: did you mean `weekly`?
        """)
  }

  // MARK: CloudFormation

  private struct Template: Decodable {
    struct Resource: Decodable {
      enum CodingKeys: String, CodingKey {
        case type = "Type"
        case properties = "Properties"
      }
      var type: String
      var properties: [String: AnyValue]?
    }
    var AWSTemplateFormatVersion: String
    var Resources: [String: Resource]
  }

  @Test("CloudFormation: a tab in the indentation")
  func cloudFormation() {
    let text = """
      AWSTemplateFormatVersion: 2010-09-09
      Resources:
        Queue:
          Type: AWS::SQS::Queue
          Properties:
      \t    QueueName: !Sub ${AWS::StackName}-jobs
      """
    #expect(
      message(Template.self, text) == """
        file.yaml:6:1: invalid YAML: found character that cannot start any token, at Resources.Queue.Properties
             QueueName: !Sub ${AWS::StackName}-j…
        ^
        hint: indent with blanks: YAML allows no tabs there
        """)
    let fixed = text.replacing("\t", with: "  ")
    #expect(message(Template.self, fixed) == nil)
  }
}
#endif

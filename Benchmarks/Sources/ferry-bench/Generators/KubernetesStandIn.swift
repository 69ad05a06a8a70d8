/// A cluster's manifest for no cluster, in the notations that people mix in such files.
enum KubernetesStandIn {
  /// 500 deployments.
  static func manifest() -> [UInt8] {
    var random = SeededGenerator(seed: 8)
    var text = """
      # Generated cluster manifest
      apiVersion: v1
      kind: List
      items:

      """
    for index in 0..<500 {
      text += deployment("\(random.greek(2))-\(index)", &random)
    }
    return [UInt8](text.utf8)
  }

  private static func deployment(_ name: String, _ random: inout SeededGenerator) -> String {
    let containers = (0..<random.int(in: 1...3)).map { _ in container(of: name, &random) }
    let script = (0..<random.int(in: 3...8)).map { _ in
      "    echo \(random.greek(3)) > /run/\(random.greek(1))\n"
    }
    return """
      # -- \(name) ------------------------------------------
      - apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: \(name)
          namespace: \(random.greek(1))
          labels:
            app.kubernetes.io/name: \(name)
            app.kubernetes.io/version: "\(random.int(in: 0...4)).\(random.int(in: 0...20)).1"
            tier: \(random.greek(1))
          annotations:
            description: >-
              \(random.greek(10, joinedBy: " "))
              \(random.greek(10, joinedBy: " "))
        spec:
          replicas: \(random.int(in: 1...12))
          paused: \(random.chance(30))
          progressDeadlineSeconds: 600
          revisionHistoryLimit: \(random.chance(33) ? "null" : "\(random.int(in: 2...10))")
          selector:
            matchLabels: {app: \(name), tier: \(random.greek(1))}
          containers:
      \(containers.joined())\
        script: |
          #!/bin/sh
          set -e
      \(script.joined())
      """
  }

  private static func container(of name: String, _ random: inout SeededGenerator) -> String {
    let variables = (0..<random.int(in: 2...6)).map { index in
      """
            - name: \(random.greek(1).uppercased())_\(index)
              value: \(value(&random))

      """
    }
    return """
          - name: \(random.greek(1))
            image: registry.example.com/\(random.greek(2, joinedBy: "/")):3.\(random.int(in: 0...99))
            imagePullPolicy: IfNotPresent
            args: ["--verbose=3", '--name=\(name)', --port, "\(random.int(in: 1_024...65_535))"]
            ports:
            - name: http0
              containerPort: \(random.int(in: 1_024...65_535))  # exposed
              protocol: TCP
            - name: http1
              containerPort: \(random.int(in: 1_024...65_535))  # exposed
              protocol: TCP
            env:
      \(variables.joined())\
            resources:
              limits:
                cpu: \(random.int(in: 1...3)).\(random.int(in: 10...99))
                memory: 256Mi
              requests:
                cpu: 0.\(random.int(in: 10...99))
                memory: 64Mi

      """
  }

  private static func value(_ random: inout SeededGenerator) -> String {
    switch random.int(in: 0...3) {
    case 0: random.greek(2)
    case 1: "'\(random.greek(3))'"
    case 2: "\"\(random.int(in: 1_000...9_999))\""
    default: "\"http://\(random.greek(2)).svc:8080/\\u00e9/\\n\""
    }
  }
}

#if FERRY_YAML
import FerryEditing
import Testing

/// A file as people keep it, and an edit of one of its lines.
struct KeptFile: Sendable, CustomTestStringConvertible {
  let name: String
  let path: WirePath
  let value: AnyValue
  let text: String
  var testDescription: String { name }

  static let all: [KeptFile] = [
    KeptFile(
      name: "compose", path: "services.web.image", value: "nginx:1.27",
      text: """
        # Local development stack.
        # Start with: docker compose up

        x-logging: &logging   # shared by all services
            driver: json-file
            options:
                max-size: "10m"

        services:
            # The public front end.
            web:
                image: nginx:1.25   # keep in step with production
                ports:
                    - "8080:80"     # http
                    - '8443:443'
                logging: *logging

                environment:
                    TZ: Europe/Berlin
                    DEBUG: 'false'

            db:
                image: "postgres:16"
                volumes: [data:/var/lib/postgresql/data]  # named volume
                logging:
                    <<: *logging

        volumes:
            data:      # managed by docker
            # cache:

        """),
    KeptFile(
      name: "workflow", path: "jobs.build.strategy.matrix.os[1]", value: "macos-15",
      text: """
        name: CI

        on:
          push:
            branches: [ main ]   # and releases
          pull_request:

        # One run for each branch.
        concurrency:
          group: ${{ github.ref }}
          cancel-in-progress: true

        jobs:
          build:
            strategy:
              fail-fast: false
              matrix:
                os:
                - ubuntu-24.04
                - macos-14      # Apple silicon
                # - windows-2022
                swift: ["6.1", '6.2']
            runs-on: ${{ matrix.os }}
            steps:
            - uses: actions/checkout@v4

            # Builds with warnings as errors.
            - name: Build
              run: |
                swift build -Xswiftc -warnings-as-errors   # strict
                # this is part of the script
                swift test

            - name: Report
              if: ${{ always() }}
              run: >-
                echo "done"
                with several words

        """),
    KeptFile(
      name: "helm", path: "replicaCount", value: 3,
      text: """
        # Default values for chart.
        # This is a YAML-formatted file.

        replicaCount: 1     # set to 3 in production

        image:
          repository: ghcr.io/acme/app
          # Overrides the image tag whose default is the chart appVersion.
          tag: ""
          pullPolicy: IfNotPresent

        nodeSelector: {}

        tolerations: []

        resources: {}
          # limits:
          #   cpu: 100m
          # requests:
          #   cpu: 100m

        ingress:
          enabled: false
          annotations: { }
          hosts:
            - host: chart.local   # change me
              paths: [ "/" ]

        """),
    KeptFile(
      name: "ansible", path: "[0].vars.http_port", value: 8081,
      text: """
        ---
        # Web servers
        - hosts: webservers      # see inventory
          become: yes
          vars:
            http_port: 80        # listen here
            max_clients: 200
            motd: "Welcome to {{ inventory_hostname }}"

          tasks:
          # Packages first.
          - name: ensure apache is at the latest version
            yum: name=httpd state=latest
          - name: write the config
            template:
              src: /srv/httpd.j2
              dest: /etc/httpd.conf
              mode: '0644'       # octal as text
            notify:
            - restart apache

          handlers:
            - name: restart apache
              service: { name: httpd, state: restarted }
        ...

        """),
    KeptFile(
      name: "homeassistant", path: "automation[0].trigger.at", value: "07:30:00",
      text: """
        # Home Assistant
        default_config:

        homeassistant:
          name: Home
          latitude: !secret lat      # in secrets.yaml
          longitude: !secret lon
          customize: !include customize.yaml

        automation:
          # Wake up
          - alias: "Morning"
            trigger:
              platform: time
              at: '06:30:00'         # weekdays only
            action:
              - service: light.turn_on
                data: {entity_id: light.bedroom, brightness_pct: 40}

        script: !include scripts.yaml
        # end of file

        """),
    KeptFile(
      name: "locale", path: "de.greeting.evening", value: "Schönen Abend, %{name}",
      text: """
        # Deutsch
        de:
            greeting:
                morning:   "Guten Morgen, %{name}"
                evening:   "Guten Abend, %{name}"    # formal
                # night: "Gute Nacht"
            errors:
                zero: 'Keine Fehler'
                one:  'Ein Fehler'
                other: '%{count} Fehler'
            "yes": Ja
            "no":  Nein
            long: >
                Dieser Text geht
                über mehrere Zeilen.

            poem: |
                Über allen Gipfeln
                  Ist Ruh

        """),
    KeptFile(
      name: "swiftlint", path: "line_length.warning", value: 140,
      text: """
        # SwiftLint

        disabled_rules: # rule identifiers turned on by default to exclude from running
          - colon
          - comma
          - control_statement   # team decision

        opt_in_rules:
          - empty_count

        analyzer_rules:
          - explicit_self

        included: [Sources, Tests]   # paths

        line_length:
          warning: 120     # soft
          error: 200       # hard
          ignores_comments: true

        identifier_name:
          min_length: # only warn
            warning: 2
          excluded: [id, x, "y"]

        """),
    KeptFile(
      name: "k8s", path: "spec.template.spec.containers[0].resources.limits.memory", value: "512Mi",
      text: """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: app
          labels: {app: app, tier: "web"}    # flow
          annotations:
            # checked by the operator
            prometheus.io/scrape: "true"
            prometheus.io/port:   "9090"
        spec:
          replicas: 2
          template:
            spec:
              containers:
                - name: app
                  image: app:1.0.0
                  args: ["--port", "8080",
                         "--verbose"]        # two lines
                  resources:
                    limits:
                      memory: 256Mi          # measured
                      cpu: "1"
                  env:
                    - {name: A, value: "1"}
                    - name: B   # from the vault
                      valueFrom:
                        secretKeyRef: { name: s, key: b }

        """),
    KeptFile(
      name: "openapi", path: "info.version", value: "1.1.0",
      text: """
        openapi: 3.1.0
        info:
          title: Pets
          version: 1.0.0      # semantic
          description: |
            A sample.

            - one
            - two

        servers:
          - url: https://api.example.com/v1  # production

        paths:
          /pets:
            get:
              # List
              responses:
                '200':
                  description: OK
                  content:
                    application/json:
                      schema: {$ref: '#/components/schemas/Pets'}
                default: {description: Error}   # anything else
        components:
          schemas:
            Pets: &pets
              type: array
              maxItems: 100
            Cats: *pets

        """),
    KeptFile(
      name: "mkdocs", path: "theme.palette[0].primary", value: "teal",
      text: """
        site_name: Manual     # shown in the title
        repo_url: 'https://example.com/repo'

        theme:
          name: material
          palette:
            # Light
            - scheme: default
              primary: indigo   # brand
              toggle: {icon: material/weather-night, name: "Dark"}
            # Dark
            - scheme: slate
              primary: black

        nav:
            - Home: index.md
            - Guide:
                - Start: guide/start.md    # first
                - "Advanced": guide/advanced.md

        markdown_extensions:
        - admonition
        -   toc:
                permalink: true

        """),
  ]

  /// The file in one of ten layouts: other comments, blank lines and line ends.
  func text(_ layout: Int) -> String {
    var text = text
    if layout & 1 == 1 { text = text.replacing("  # ", with: "   # ") }
    if layout & 2 == 2 { text = "# Copyright 2026\n# Do not edit by hand... or do\n\n" + text }
    if layout & 4 == 4 { text = text.replacing("\n\n", with: "\n\n\n") }
    if layout == 8 { text = text.replacing("\n", with: "\r\n") }
    if layout == 9 { while text.last == "\n" { text.removeLast() } }
    return text
  }
}

@Suite struct KeptFilesTests {
  @Test("a new value changes one line of a file", arguments: KeptFile.all)
  func oneLine(_ file: KeptFile) throws {
    for layout in 0..<10 {
      let text = Array(file.text(layout).utf8)
      var editor = try DocumentEditor(text, format: .yaml)
      try editor.set(file.path, to: file.value)
      let old = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      let new = try editor.bytes().split(separator: 0x0A, omittingEmptySubsequences: false)
      #expect(old.count == new.count)
      #expect(zip(old, new).count { $0 != $1 } == 1, "layout \(layout)")
    }
  }
}
#endif

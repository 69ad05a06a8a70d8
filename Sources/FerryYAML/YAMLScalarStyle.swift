/// The five ways to write a scalar (YAML 1.2, chapters 7 and 8).
enum YAMLScalarStyle {
  case plain, singleQuoted, doubleQuoted, literal, folded
}

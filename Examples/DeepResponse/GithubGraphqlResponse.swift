import FerryDeepCodable

/// The response that DeepCodable's description opens with, extracted and flattened.
struct GithubGraphqlResponse: DeepDecodable {
  static let codingTree = CodingTree {
    Key("data") {
      Key("node") {
        Key("content") {
          Key("__typename", containing: \._type)
          Key("title", containing: \._title)
        }
        Key("fieldValues") {
          Key("nodes", containing: \._nodes)
        }
      }
    }
  }

  struct Node: DeepDecodable {
    static let codingTree = CodingTree {
      Key("name", containing: \._name)
      Key("field", "name", containing: \._fieldName)
      /*
       The above is a "flattened" shortcut for:
       Key("field") {
         Key("name", containing: \._fieldName)
       }
       */
    }

    @Value var name: String?
    @Value var fieldName: String?
  }

  enum TypeName: String, Decodable {
    case example = "Example type"
  }

  @Value var title: String
  @Value var nodes: [Node]
  @Value var type: TypeName

  static let json = """
    {
      "data": {
        "node": {
          "content": {
            "__typename": "Example type",
            "title": "Example title"
          },
          "fieldValues": {
            "nodes": [
              {},
              {},
              {
                "name": "Example node name",
                "field": {
                  "name": "Example field name"
                }
              }
            ]
          }
        }
      }
    }
    """
}

#if __has_include(<sqlite3.h>)
#include <sqlite3.h>
#else
#error "Ferry needs SQLite: install libsqlite3-dev (apt), sqlite-devel (dnf) or sqlite (brew), or depend on ferry without the trait SQLite, such as with traits: []"
#endif

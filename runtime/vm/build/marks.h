/*
** What marks.c, digest.c and marks.rs tell each other.
*/
#ifndef marks_h
#define marks_h

/* what to do; marks.rs has the same numbers */
#define DOWNBEAT_TRACK  0
#define DOWNBEAT_SAVE_SLOT  1
#define DOWNBEAT_SAVE_NEW  2
#define DOWNBEAT_LOAD_SLOT  3
#define DOWNBEAT_LOAD  4
#define DOWNBEAT_FORGET_SLOT  5
#define DOWNBEAT_HAS_SLOT  6
#define DOWNBEAT_DIGEST  7

/* what went wrong; likewise */
#define DOWNBEAT_NOT_TRACKED  1
#define DOWNBEAT_NOTHING_SAVED  2
#define DOWNBEAT_NO_MARK  3
#define DOWNBEAT_REFUSED  4

/* an order, which the header points to while 'downbeat_mark' runs */
typedef struct downbeat_Marking {
  int32_t what;
  uint32_t slot;
  int32_t problem;  /* 0: none */
  uint64_t digest;
  char text[320];  /* why something is refused */
} downbeat_Marking;

/* The kind of a block, NULL if the userdata is none. */
static const char *downbeat_kind_name (lua_State *L, const Udata *u);

/* The digest of what a table leads to; 0 if there is no memory for it. */
static int downbeat_digest (lua_State *L, Table *root, uint64_t *digest);

#endif

/*
** Marks: the state of all tables and blocks that a table leads to, saved so
** that it can be put back in place: the tables stay the same objects and get
** their old contents, vector by vector, with the order of their keys.
**
** A mark is one vector of values, the log. It is the array of a table that no
** cart can reach (the store), so the collector keeps everything in it alive,
** also what weak tables held, and frees it. For each table or block, the log
** has a group: a head of four entries and the contents. While it is written,
** the log is the queue of the walk as well, so depth costs no stack.
**
** Nothing between the begin and the end of a walk raises or collects. All
** allocations come first; when one fails, nothing has changed.
*/
#define marks_c
#define LUA_CORE

#include "lprefix.h"

#include <string.h>

#include "lua.h"

#include "lapi.h"
#include "lgc.h"
#include "lmem.h"
#include "lobject.h"
#include "lstate.h"
#include "lstring.h"
#include "ltable.h"

#include "marks.h"

/* an entry of the log: a value, and two numbers in what would be padding */
typedef union Entry {
  TValue value;
  struct {
    Value value_;
    lu_byte tt_;
    lu_byte small;
    unsigned short unused;
    int more;
  } u;
} Entry;

/* The first two words of a node are an entry: value, its tag, 'small' for the
   key's tag and 'more' for 'next'. */
typedef char mark_layout[(sizeof(Entry) == sizeof(TValue) &&
    offsetof(Entry, u.tt_) == offsetof(Node, u.tt_) &&
    offsetof(Entry, u.small) == offsetof(Node, u.key_tt) &&
    offsetof(Entry, u.more) == offsetof(Node, u.next) &&
    offsetof(Node, u.key_val) == sizeof(Entry)) ? 1 : -1];

/*
** A table's head:
**   0  the table; small: is 'alimit' the size? more: 'alimit'
**   1  its metatable or nil; small: log2 of nodes or NO_NODES;
**      more: where 'lastfree' is
**   2  the group that led here; when loading: a new array; small: may a node
**      lead on? more: array size
**   3  its entry that did; when loading: new nodes
** then the array, and for each node two entries: value and key.
**
** A block's head:
**   0  the block
**   2, 3  as a table's; more of 2: how many entries follow
** then its bytes, eight an entry.
*/
#define HEAD  4

#define NO_NODES  255

/* the parent of the root */
#define NO_GROUP  (-1)

/* a bit of 'marked' that Lua leaves to its own tests: seen by this walk */
#define SEENBIT  TESTBIT

#define is_seen(o)  testbit((o)->marked, SEENBIT)

/* entries of the smallest new log */
#define FIRST_SIZE  64

/* more entries than an arena can hold */
#define MOST_ENTRIES  ((size_t)1 << 28)

/* what a mark, a userdata with the store as its value, holds itself */
typedef struct Mark {
  unsigned int used;  /* entries of the log; none: nothing is saved */
  int has_random;
  uint64_t random[4];
} Mark;

typedef struct Walk {
  lua_State *L;
  Table *root;
  Table *globals;
  Entry *log;
  size_t size;
  size_t used;
  /* what cannot be saved, and where it is */
  const char *refused;
  size_t group;
  size_t at;
} Walk;

/* results of walks */
#define DONE  0
#define NO_MEMORY  1
#define REFUSED  2


/* refusal.c: "game.monsters[3].brain is a coroutine, ..." */
static void explain_refusal (Walk *w, char *text, size_t size);


static Mark *get_mark (Udata *u) {
  return (Mark *)getudatamem(u);
}

static Table *get_store (Udata *u) {
  return hvalue(&u->uv[0].uv);
}

static Entry *get_log (Udata *u) {
  return (Entry *)get_store(u)->array;
}

static unsigned int count_nodes (lu_byte log2) {
  return (log2 == NO_NODES) ? 0 : 1u << log2;
}

/* entries of the group at 'e', its head included */
static size_t group_size (const Entry *e) {
  if (e->u.tt_ == ctb(LUA_VUSERDATA))
    return HEAD + (unsigned int)e[2].u.more;
  return HEAD + (size_t)(unsigned int)e[2].u.more
              + 2 * (size_t)count_nodes(e[1].u.small);
}

static void set_number (Entry *e, lua_Integer i) {
  e->u.value_.i = i;
  e->u.tt_ = LUA_VNUMINT;
}

static void set_pointer (Entry *e, void *p) {
  e->u.value_.p = p;
  e->u.tt_ = LUA_VLIGHTUSERDATA;
}


/* The kind of a block, NULL if the userdata is none. */
static const char *downbeat_kind_name (lua_State *L, const Udata *u) {
  const downbeat_Header *h = downbeat_header(L);
  uint32_t i;
  for (i = 0; i < h->kind_count; i++) {
    if (h->kinds[i].metatable == u->metatable)
      return h->kinds[i].name;
  }
  return NULL;
}


static int is_mark (lua_State *L, const Udata *u) {
  return u->metatable == downbeat_header(L)->mark_metatable;
}


/*
** {======================================================
** Save
** =======================================================
*/

static int reserve_log (Walk *w, size_t more) {
  size_t wanted = w->used + more;
  size_t size = w->size * 2;
  void *log;
  if (wanted <= w->size)
    return 1;
  if (wanted > MOST_ENTRIES)
    return 0;
  if (size < wanted)
    size = wanted;
  log = luaM_realloc_(w->L, w->log, w->size * sizeof(Entry),
                                    size * sizeof(Entry));
  if (log == NULL && size > wanted) {  /* no room for growing generously? */
    size = wanted;
    log = luaM_realloc_(w->L, w->log, w->size * sizeof(Entry),
                                      size * sizeof(Entry));
  }
  if (log == NULL)
    return 0;
  w->log = (Entry *)log;
  w->size = size;
  return 1;
}


/* tables, userdata and coroutines have neighboring tags */
#define may_lead_on(e)  \
  ((unsigned int)((e)->u.tt_ - ctb(LUA_VTABLE)) <= \
   ctb(LUA_VTHREAD) - ctb(LUA_VTABLE))


/* Adds the group of a table; 'group' and 'at' say what led to it. */
static int append_table (Walk *w, Table *t, lua_Integer group, size_t at) {
  unsigned int asize = luaH_realasize(t);
  unsigned int nodes = isdummy(t) ? 0 : (unsigned int)sizenode(t);
  Entry *e;
  const Node *n = t->node;
  size_t start = w->used;
  int leads = 0;
  unsigned int i;
  if (!reserve_log(w, HEAD + (size_t)asize + 2 * (size_t)nodes))
    return NO_MEMORY;
  e = w->log + w->used;
  w->used += HEAD + (size_t)asize + 2 * (size_t)nodes;
  e[0].u.value_.gc = obj2gco(t);
  e[0].u.tt_ = ctb(LUA_VTABLE);
  e[0].u.small = cast_byte(isrealasize(t) ? 1 : 0);
  e[0].u.more = (int)t->alimit;
  if (t->metatable != NULL) {
    e[1].u.value_.gc = obj2gco(t->metatable);
    e[1].u.tt_ = ctb(LUA_VTABLE);
  }
  else
    e[1].u.tt_ = LUA_VNIL;
  e[1].u.small = (nodes == 0) ? NO_NODES : t->lsizenode;
  e[1].u.more = (nodes == 0) ? 0 : (int)(t->lastfree - t->node);
  set_number(&e[2], group);
  e[2].u.more = (int)asize;
  set_number(&e[3], (lua_Integer)at);
  e += HEAD;
  if (asize > 0)
    memcpy(e, t->array, asize * sizeof(TValue));
  e += asize;
  for (i = 0; i < nodes; i++, n++, e += 2) {
    memcpy(e, n, sizeof(Entry));
    e[1].u.value_ = n->u.key_val;
    e[1].u.tt_ = n->u.key_tt;
    leads |= may_lead_on(&e[0]) | may_lead_on(&e[1]);
  }
  w->log[start + 2].u.small = cast_byte(leads);
  l_setbit(t->marked, SEENBIT);
  return DONE;
}


static int append_block (Walk *w, Udata *u, size_t group, size_t at) {
  size_t words = (u->len + 7) / 8;
  const char *bytes = getudatamem(u);
  Entry *e;
  size_t i;
  if (!reserve_log(w, HEAD + words))
    return NO_MEMORY;
  e = w->log + w->used;
  w->used += HEAD + words;
  e[0].u.value_.gc = obj2gco(u);
  e[0].u.tt_ = ctb(LUA_VUSERDATA);
  e[1].u.tt_ = LUA_VNIL;
  set_number(&e[2], (lua_Integer)group);
  e[2].u.more = (int)words;
  set_number(&e[3], (lua_Integer)at);
  e += HEAD;
  for (i = 0; i < words; i++) {
    size_t left = u->len - i * 8;
    e[i].u.value_.i = 0;
    memcpy(&e[i].u.value_, bytes + i * 8, left < 8 ? left : 8);
    e[i].u.tt_ = LUA_VNUMINT;
  }
  l_setbit(u->marked, SEENBIT);
  return DONE;
}


static int refuse (Walk *w, size_t group, size_t at, const char *what) {
  w->refused = what;
  w->group = group;
  w->at = at;
  return REFUSED;
}


/* Adds what the entry 'at' of a group leads to, if it is not there yet. */
static int follow (Walk *w, size_t group, size_t at) {
  GCObject *o = w->log[at].u.value_.gc;
  switch (w->log[at].u.tt_) {
    case ctb(LUA_VTABLE): {
      if (is_seen(o))
        return DONE;
      if (gco2t(o) == w->globals)
        return refuse(w, group, at, "_G, which cannot be put back:"
          " track _G itself, or keep it out of the table");
      return append_table(w, gco2t(o), (lua_Integer)group, at);
    }
    case ctb(LUA_VUSERDATA): {
      if (is_seen(o) || is_mark(w->L, gco2u(o)))
        return DONE;
      if (downbeat_kind_name(w->L, gco2u(o)) == NULL)
        return refuse(w, group, at, "userdata, which cannot be put back");
      return append_block(w, gco2u(o), group, at);
    }
    case ctb(LUA_VTHREAD):
      return refuse(w, group, at, "a coroutine, which cannot be put back");
    default:
      return DONE;
  }
}


/* Writes the log; on success it has exactly the size it needs. */
static int walk_graph (Walk *w) {
  size_t group = 0;
  int result = append_table(w, w->root, NO_GROUP, 0);
  while (result == DONE && group < w->used) {
    size_t end = group + group_size(&w->log[group]);
    if (w->log[group].u.tt_ == ctb(LUA_VTABLE)) {
      size_t at = group + HEAD;
      size_t nodes = at + (unsigned int)w->log[group + 2].u.more;
      for (; at < nodes && result == DONE; at++) {
        if (may_lead_on(&w->log[at]))
          result = follow(w, group, at);
      }
      if (w->log[group + 2].u.small == 0)
        at = end;
      for (; at < end && result == DONE; at += 2) {
        if (isempty(&w->log[at].value))
          continue;  /* its key is only a place in a chain */
        if (may_lead_on(&w->log[at + 1]))
          result = follow(w, group, at + 1);
        if (result == DONE && may_lead_on(&w->log[at]))
          result = follow(w, group, at);
      }
    }
    group = end;
  }
  for (group = 0; group < w->used; group += group_size(&w->log[group]))
    resetbit(w->log[group].u.value_.gc->marked, SEENBIT);
  if (result == DONE && w->used < w->size) {
    /* making a block smaller never fails */
    w->log = (Entry *)luaM_realloc_(w->L, w->log, w->size * sizeof(Entry),
                                                  w->used * sizeof(Entry));
    w->size = w->used;
  }
  return result;
}


static void free_log (Walk *w) {
  luaM_freearray(w->L, w->log, w->size);
  w->log = NULL;
  w->size = w->used = 0;
}


/* Saves what 'root' leads to in a mark. */
static int save_mark (lua_State *L, Udata *u, Table *root,
                      downbeat_Marking *order) {
  global_State *g = G(L);
  downbeat_Header *h = downbeat_header(L);
  lu_byte held = g->gcstopem;
  Mark *mark = get_mark(u);
  Table *store = get_store(u);
  size_t hint = (mark->used > 0) ? mark->used : h->mark_size;
  Walk w;
  int result;
  int tries;
  memset(&w, 0, sizeof(w));
  w.L = L;
  w.root = root;
  w.globals = hvalue(luaH_getint(hvalue(&g->l_registry), LUA_RIDX_GLOBALS));
  for (tries = 0; ; tries++) {
    g->gcstopem = 1;  /* no collection while objects carry the bit */
    result = reserve_log(&w, (hint > FIRST_SIZE) ? hint : FIRST_SIZE)
           ? walk_graph(&w) : NO_MEMORY;
    g->gcstopem = held;
    if (result == DONE)
      break;
    if (result == REFUSED)
      explain_refusal(&w, order->text, sizeof(order->text));
    downbeat_bill(L, w.used / 4);
    free_log(&w);
    if (result == REFUSED)
      return REFUSED;
    if (tries > 0 || held)
      return NO_MEMORY;
    hint = FIRST_SIZE;
    luaC_fullgc(L, 1);
  }
  luaM_freearray(L, store->array, store->alimit);
  store->array = &w.log->value;
  store->alimit = (unsigned int)w.used;
  if (isblack(store))
    luaC_barrierback_(L, obj2gco(store));
  mark->used = h->mark_size = (unsigned int)w.used;
  mark->has_random = (root == h->tracked);
  memcpy(mark->random, h->random, sizeof(mark->random));
  downbeat_bill(L, w.used / 4);
  return DONE;
}

/* }====================================================== */


/*
** {======================================================
** Load
** =======================================================
*/

/* Frees the vectors that 'prepare_load' made for the groups before 'end'. */
static void unprepare_load (lua_State *L, Entry *log, size_t end) {
  size_t group;
  for (group = 0; group < end; group += group_size(&log[group])) {
    Entry *e = &log[group];
    if (e->u.tt_ == ctb(LUA_VTABLE)) {
      if (e[2].u.value_.p != NULL)
        luaM_freemem(L, e[2].u.value_.p, e[2].u.more * sizeof(TValue));
      if (e[3].u.value_.p != NULL)
        luaM_freemem(L, e[3].u.value_.p,
                     count_nodes(e[1].u.small) * sizeof(Node));
      e[2].u.value_.p = e[3].u.value_.p = NULL;
    }
  }
}


/* Makes vectors for the tables whose own have another size by now. */
static int prepare_load (lua_State *L, Entry *log, size_t used) {
  size_t group;
  for (group = 0; group < used; group += group_size(&log[group])) {
    Entry *e = &log[group];
    if (e->u.tt_ == ctb(LUA_VTABLE)) {
      Table *t = gco2t(e->u.value_.gc);
      unsigned int asize = (unsigned int)e[2].u.more;
      unsigned int nodes = count_nodes(e[1].u.small);
      set_pointer(&e[2], NULL);
      set_pointer(&e[3], NULL);
      if (asize > 0 && asize != luaH_realasize(t)) {
        e[2].u.value_.p = luaM_realloc_(L, NULL, 0, asize * sizeof(TValue));
        if (e[2].u.value_.p == NULL)
          break;
      }
      if (nodes > 0 && (isdummy(t) || t->lsizenode != e[1].u.small)) {
        e[3].u.value_.p = luaM_realloc_(L, NULL, 0, nodes * sizeof(Node));
        if (e[3].u.value_.p == NULL)
          break;
      }
    }
  }
  if (group == used)
    return 1;
  unprepare_load(L, log, group + group_size(&log[group]));
  return 0;
}


/* Puts a table's contents back; allocates nothing. */
static void put_back (lua_State *L, Table *t, Entry *e) {
  unsigned int asize = (unsigned int)e[2].u.more;
  unsigned int nodes = count_nodes(e[1].u.small);
  unsigned int old_asize = luaH_realasize(t);
  unsigned int i;
  Node *n;
  if (asize != old_asize) {
    luaM_freearray(L, t->array, old_asize);
    t->array = (TValue *)e[2].u.value_.p;
  }
  t->alimit = (unsigned int)e[0].u.more;
  t->flags = e[0].u.small ? 0 : BITRAS;  /* metamethods are looked up anew */
  if (nodes == 0 && !isdummy(t)) {
    luaM_freearray(L, t->node, cast_sizet(sizenode(t)));
    t->node = cast(Node *, dummynode);  /* of ltable.c, in the same file */
    t->lsizenode = 0;
    t->lastfree = NULL;
  }
  else if (nodes > 0) {
    if (e[3].u.value_.p != NULL) {
      if (!isdummy(t))
        luaM_freearray(L, t->node, cast_sizet(sizenode(t)));
      t->node = (Node *)e[3].u.value_.p;
      t->lsizenode = e[1].u.small;
    }
    t->lastfree = t->node + e[1].u.more;
  }
  t->metatable = (e[1].u.tt_ == LUA_VNIL) ? NULL
                                          : gco2t(e[1].u.value_.gc);
  set_pointer(&e[2], NULL);
  set_pointer(&e[3], NULL);
  e += HEAD;
  if (asize > 0)
    memcpy(t->array, e, asize * sizeof(TValue));
  e += asize;
  for (i = 0, n = t->node; i < nodes; i++, n++, e += 2) {
    memcpy(n, e, sizeof(Entry));
    n->u.key_val = e[1].u.value_;
  }
  if (isblack(t))
    luaC_barrierback_(L, obj2gco(t));
}


static void put_block_back (Udata *u, const Entry *e) {
  char *bytes = getudatamem(u);
  size_t words = (unsigned int)e[2].u.more;
  size_t i;
  e += HEAD;
  for (i = 0; i < words; i++) {
    size_t left = u->len - i * 8;
    memcpy(bytes + i * 8, &e[i].u.value_, left < 8 ? left : 8);
  }
}


/* Puts everything in a mark back. */
static int load_mark (lua_State *L, Udata *u) {
  global_State *g = G(L);
  downbeat_Header *h = downbeat_header(L);
  lu_byte held = g->gcstopem;
  Mark *mark = get_mark(u);
  Entry *log = get_log(u);
  size_t used = mark->used;
  size_t group;
  int prepared;
  int tries;
  for (tries = 0; ; tries++) {
    g->gcstopem = 1;  /* nobody but us knows of the new vectors */
    prepared = prepare_load(L, log, used);
    g->gcstopem = held;
    if (prepared)
      break;
    downbeat_bill(L, used / 4);
    if (tries > 0 || held)
      return NO_MEMORY;
    luaC_fullgc(L, 1);
  }
  for (group = 0; group < used; group += group_size(&log[group])) {
    Entry *e = &log[group];
    if (e->u.tt_ == ctb(LUA_VTABLE))
      put_back(L, gco2t(e->u.value_.gc), e);
    else
      put_block_back(gco2u(e->u.value_.gc), e);
  }
  if (mark->has_random)
    memcpy(h->random, mark->random, sizeof(mark->random));
  downbeat_bill(L, used / 4);
  return DONE;
}

/* }====================================================== */


/* Pushes a new mark that holds nothing. */
static Udata *push_mark (lua_State *L) {
  Udata *u = luaS_newudata(L, sizeof(Mark), 1);
  Table *store;
  u->metatable = downbeat_header(L)->mark_metatable;
  memset(get_mark(u), 0, sizeof(Mark));
  setuvalue(L, s2v(L->top.p), u);
  api_incr_top(L);
  store = luaH_new(L);
  sethvalue(L, &u->uv[0].uv, store);
  luaC_objbarrierback(L, obj2gco(u), store);
  return u;
}


/* The mark in a slot, NULL if there is none. */
static Udata *find_slot (lua_State *L, uint32_t slot) {
  const TValue *value = luaH_getint(downbeat_header(L)->slots, slot);
  return ttisfulluserdata(value) ? uvalue(value) : NULL;
}


/* Frees what a mark holds, now rather than at the next collection. */
static void clear_mark (lua_State *L, Udata *u) {
  Table *store = get_store(u);
  luaM_freearray(L, store->array, store->alimit);
  store->array = NULL;
  store->alimit = 0;
  get_mark(u)->used = 0;
}


/* The table at index 1, or the one that is tracked. */
static Table *get_root (lua_State *L) {
  const TValue *value = s2v(L->ci->func.p + 1);
  return ttistable(value) ? hvalue(value) : downbeat_header(L)->tracked;
}


static void save_slot (lua_State *L, downbeat_Marking *order) {
  Table *root = get_root(L);
  Udata *u = find_slot(L, order->slot);
  if (root == NULL) {
    order->problem = DOWNBEAT_NOT_TRACKED;
    return;
  }
  if (u == NULL) {
    Table *slots = downbeat_header(L)->slots;
    TValue value;
    u = push_mark(L);  /* a slot may hold a mark that holds nothing */
    setuvalue(L, &value, u);
    luaH_setint(L, slots, order->slot, &value);
    luaC_barrierback(L, obj2gco(slots), &value);
  }
  switch (save_mark(L, u, root, order)) {
    case NO_MEMORY: luaM_error(L);
    case REFUSED: order->problem = DOWNBEAT_REFUSED; break;
    default: break;
  }
}


static int save_new (lua_State *L, downbeat_Marking *order) {
  Table *root = get_root(L);
  Udata *u;
  if (root == NULL) {
    order->problem = DOWNBEAT_NOT_TRACKED;
    return 0;
  }
  u = push_mark(L);
  switch (save_mark(L, u, root, order)) {
    case NO_MEMORY: luaM_error(L);
    case REFUSED: order->problem = DOWNBEAT_REFUSED; return 0;
    default: return 1;
  }
}


static void load (lua_State *L, downbeat_Marking *order, Udata *u) {
  if (u == NULL || get_mark(u)->used == 0)
    order->problem = DOWNBEAT_NOTHING_SAVED;
  else if (load_mark(L, u) != DONE)
    luaM_error(L);
}


static void track (lua_State *L) {
  const TValue *value = s2v(L->ci->func.p + 1);
  lua_pushvalue(L, 1);
  lua_setfield(L, LUA_REGISTRYINDEX, "the tracked table");
  downbeat_header(L)->tracked = ttistable(value) ? hvalue(value) : NULL;
}


/*
** Does what the header's order says, with one argument. Raises for nothing but
** memory; other problems are noted in the order.
*/
int downbeat_mark (lua_State *L) {
  downbeat_Header *h = downbeat_header(L);
  downbeat_Marking *order = (downbeat_Marking *)h->order;
  const TValue *value = s2v(L->ci->func.p + 1);
  int results = 0;
  switch (order->what) {
    case DOWNBEAT_TRACK: track(L); break;
    case DOWNBEAT_SAVE_SLOT: save_slot(L, order); break;
    case DOWNBEAT_SAVE_NEW: results = save_new(L, order); break;
    case DOWNBEAT_LOAD_SLOT: load(L, order, find_slot(L, order->slot)); break;
    case DOWNBEAT_LOAD: {
      if (ttisfulluserdata(value) && is_mark(L, uvalue(value)))
        load(L, order, uvalue(value));
      else
        order->problem = DOWNBEAT_NO_MARK;
      break;
    }
    case DOWNBEAT_FORGET_SLOT: {
      Udata *u = find_slot(L, order->slot);
      if (u != NULL)
        clear_mark(L, u);
      break;
    }
    case DOWNBEAT_HAS_SLOT: {
      Udata *u = find_slot(L, order->slot);
      order->digest = (u != NULL && get_mark(u)->used > 0);
      break;
    }
    case DOWNBEAT_DIGEST: {
      Table *root = get_root(L);
      if (root == NULL)
        order->problem = DOWNBEAT_NOT_TRACKED;
      else if (!downbeat_digest(L, root, &order->digest))
        luaM_error(L);
      break;
    }
    default: break;
  }
  luaC_checkGC(L);
  return results;
}


/* What marks need in the registry and the header; index 1 is math.random. */
int downbeat_open_marks (lua_State *L) {
  downbeat_Header *h = downbeat_header(L);
  luaL_newmetatable(L, "the kind of marks");
  lua_pushliteral(L, "mark");
  lua_setfield(L, -2, "__name");
  lua_pushliteral(L, "mark");
  lua_setfield(L, -2, "__metatable");
  h->mark_metatable = hvalue(s2v(L->top.p - 1));
  lua_newtable(L);
  h->slots = hvalue(s2v(L->top.p - 1));
  lua_setfield(L, LUA_REGISTRYINDEX, "the slots of marks");
  lua_getupvalue(L, 1, 1);
  h->random = lua_touserdata(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, "the random numbers");
  return 0;
}

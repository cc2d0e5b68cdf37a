/*
** A digest of everything a table leads to: the same for the same contents,
** whatever the addresses, the order of insertion and the room in the tables.
**
** Tables and blocks are numbered in the order in which a walk breadth-first
** meets them, by sorted keys. A table's own digest is a sum over its entries,
** which needs no order; where an entry leads to a table or block, its number
** stands for it. So shared and cyclic references count, addresses do not.
** Functions, coroutines and marks are all the same. Keys that are tables are
** in the order of what is in them, as far as it is no table.
*/
#define digest_c
#define LUA_CORE

#include "lprefix.h"

#include <string.h>

#include "lua.h"

#include "lgc.h"
#include "lmem.h"
#include "lobject.h"
#include "lstate.h"
#include "ltable.h"

#include "marks.h"

/* kinds of keys, in their order */
#define BY_INTEGER  0
#define BY_FLOAT  1
#define BY_STRING  2
#define BY_BOOLEAN  3
#define BY_NUMBER  4  /* tables and blocks that were met before */
#define BY_CONTENT  5  /* those that were not */
#define BY_PLACE  6  /* functions and the like: as they come in the table */

/* an entry that leads to something not met yet */
typedef struct Lead {
  lu_byte kind;
  union {
    lua_Integer i;
    lua_Number n;
    const TString *s;
    uint64_t content;
  } key;
  size_t place;
  GCObject *key_object;  /* NULL if the key is none that has a number */
  GCObject *object;  /* the same of the value */
} Lead;

typedef struct Digester {
  lua_State *L;
  Table *root;
  Table *globals;
  GCObject **met;  /* by number */
  size_t met_count;
  size_t met_size;
  uint32_t *map;  /* numbers plus one, at places given by the address */
  size_t map_size;  /* a power of 2 */
  Lead *leads;
  size_t lead_count;
  size_t lead_size;
  size_t work;
  int failed;
} Digester;

/* what a value counts that has no contents */
#define A_FALSE  0xf1u
#define A_TRUE  0xf2u
#define AN_INTEGER  0xf3u
#define A_FLOAT  0xf4u
#define A_STRING  0xf5u
#define A_NUMBERED  0xf6u
#define A_BLOCK  0xf7u
#define A_METATABLE  0xf8u
#define ANOTHER  0xf9u


static uint64_t stir (uint64_t a, uint64_t b) {
  uint64_t x = a * 0x9e3779b97f4a7c15u + b;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  x = (x ^ (x >> 32)) * 0xd6e8feb86659fd93u;
  return x ^ (x >> 32);
}


static uint64_t digest_bytes (uint64_t kind, const char *bytes, size_t length) {
  uint64_t sum = stir(kind, length);
  while (length > 0) {
    size_t size = (length < 8) ? length : 8;
    uint64_t word = 0;
    size_t i;
    if (size == 8) {  /* the same bits on machines of either byte order */
      const unsigned char *b = (const unsigned char *)bytes;
      word = (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16
           | (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40
           | (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
    }
    else {
      for (i = 0; i < size; i++)
        word |= (uint64_t)(unsigned char)bytes[i] << (8 * i);
    }
    sum = stir(sum, word);
    bytes += size;
    length -= size;
  }
  return sum;
}


static uint64_t digest_float (lua_Number n) {
  uint64_t bits;
  if (n != n)
    return stir(A_FLOAT, 0x7ff8000000000000u);  /* a NaN is as good as another */
  memcpy(&bits, &n, sizeof(bits));
  return stir(A_FLOAT, bits);
}


/* The object of a value that gets a number, NULL for other values. */
static GCObject *numbered (Digester *d, lu_byte tt, Value v) {
  if (tt == ctb(LUA_VTABLE))
    return (gco2t(v.gc) == d->globals && d->globals != d->root) ? NULL : v.gc;
  if (tt == ctb(LUA_VUSERDATA) && downbeat_kind_name(d->L, gco2u(v.gc)) != NULL)
    return v.gc;
  return NULL;
}


/* A value without a number. */
static uint64_t digest_plain (lu_byte tt, Value v) {
  switch (tt) {
    case LUA_VFALSE: return stir(A_FALSE, 0);
    case LUA_VTRUE: return stir(A_TRUE, 0);
    case LUA_VNUMINT: return stir(AN_INTEGER, (uint64_t)v.i);
    case LUA_VNUMFLT: return digest_float(v.n);
    case ctb(LUA_VSHRSTR): case ctb(LUA_VLNGSTR): {
      const TString *ts = gco2ts(v.gc);
      return digest_bytes(A_STRING, getstr(ts), tsslen(ts));
    }
    default: return stir(ANOTHER, 0);
  }
}


/*
** {======================================================
** Numbers of objects
** =======================================================
*/

/* Doubles a vector; 0 if there is no memory for it. */
static int grow (Digester *d, void **vector, size_t *size, size_t item) {
  size_t wanted = (*size < 64) ? 64 : *size * 2;
  void *grown = luaM_realloc_(d->L, *vector, *size * item, wanted * item);
  if (grown == NULL) {
    d->failed = 1;
    return 0;
  }
  *vector = grown;
  *size = wanted;
  return 1;
}


/* Where the number of 'o' is or goes in the map. */
static size_t map_place (const Digester *d, const GCObject *o) {
  uint64_t hash = ((uint64_t)(uintptr_t)o >> 4) * 0x9e3779b97f4a7c15u;
  size_t i = (size_t)(hash >> 32) & (d->map_size - 1);
  while (d->map[i] != 0 && d->met[d->map[i] - 1] != o)
    i = (i + 1) & (d->map_size - 1);
  return i;
}


/* The number of 'o' from 1, 0 if it was not met yet. */
static uint32_t number_of (const Digester *d, const GCObject *o) {
  return d->map[map_place(d, o)];
}


static void meet (Digester *d, GCObject *o) {
  size_t i;
  if (o == NULL || d->failed || number_of(d, o) != 0)
    return;
  if (d->met_count == d->met_size &&
      !grow(d, (void **)&d->met, &d->met_size, sizeof(GCObject *)))
    return;
  if (d->met_count * 2 >= d->map_size) {
    if (!grow(d, (void **)&d->map, &d->map_size, sizeof(uint32_t)))
      return;
    memset(d->map, 0, d->map_size * sizeof(uint32_t));
    for (i = 0; i < d->met_count; i++)
      d->map[map_place(d, d->met[i])] = (uint32_t)i + 1;
  }
  d->met[d->met_count] = o;
  d->map[map_place(d, o)] = (uint32_t)++d->met_count;
}

/* }====================================================== */


static uint64_t digest_value (Digester *d, lu_byte tt, Value v) {
  GCObject *o = numbered(d, tt, v);
  return (o != NULL) ? stir(A_NUMBERED, number_of(d, o)) : digest_plain(tt, v);
}


/* What is in a table or block besides tables and blocks. */
static uint64_t digest_shallow (Digester *d, GCObject *o) {
  uint64_t sum = 0;
  unsigned int i;
  if (o->tt == LUA_VUSERDATA)
    return digest_bytes(A_BLOCK, getudatamem(gco2u(o)), gco2u(o)->len);
  else {
    Table *t = gco2t(o);
    unsigned int asize = luaH_realasize(t);
    for (i = 0; i < asize; i++) {
      const TValue *value = &t->array[i];
      if (isempty(value))
        continue;
      sum += stir(stir(AN_INTEGER, (uint64_t)i + 1),
                  numbered(d, rawtt(value), value->value_)
                  ? A_NUMBERED : digest_plain(rawtt(value), value->value_));
    }
    for (i = 0; i < (unsigned int)sizenode(t); i++) {
      const Node *n = gnode(t, i);
      if (isempty(gval(n)))
        continue;
      sum += stir(numbered(d, keytt(n), keyval(n))
                  ? A_NUMBERED : digest_plain(keytt(n), keyval(n)),
                  numbered(d, rawtt(gval(n)), gval(n)->value_)
                  ? A_NUMBERED : digest_plain(rawtt(gval(n)), gval(n)->value_));
    }
    d->work += asize + (size_t)sizenode(t);
    return sum;
  }
}


/*
** {======================================================
** The order in which a table's entries are followed
** =======================================================
*/

static int compare_strings (const TString *a, const TString *b) {
  size_t la = tsslen(a);
  size_t lb = tsslen(b);
  int order = memcmp(getstr(a), getstr(b), (la < lb) ? la : lb);
  return (order != 0) ? order : (la > lb) - (la < lb);
}


static int is_before (const Lead *a, const Lead *b) {
  if (a->kind != b->kind)
    return a->kind < b->kind;
  switch (a->kind) {
    case BY_INTEGER: case BY_BOOLEAN:
      return a->key.i < b->key.i;
    case BY_FLOAT:
      return a->key.n < b->key.n;
    case BY_STRING:
      return compare_strings(a->key.s, b->key.s) < 0;
    case BY_NUMBER: case BY_CONTENT:
      if (a->key.content != b->key.content)
        return a->key.content < b->key.content;
      break;
    default: break;
  }
  return a->place < b->place;
}


static void sift_down (Lead *leads, size_t at, size_t end) {
  Lead lead = leads[at];
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= end)
      break;
    if (child + 1 < end && is_before(&leads[child], &leads[child + 1]))
      child++;
    if (!is_before(&lead, &leads[child]))
      break;
    leads[at] = leads[child];
    at = child;
  }
  leads[at] = lead;
}


static void sort_leads (Digester *d) {
  size_t count = d->lead_count;
  size_t i;
  for (i = 1; i < count; i++) {
    if (!is_before(&d->leads[i - 1], &d->leads[i]))
      break;
  }
  if (i >= count)
    return;  /* as it is for every sequence */
  for (i = count / 2; i-- > 0; )
    sift_down(d->leads, i, count);
  for (i = count; i-- > 1; ) {
    Lead last = d->leads[i];
    d->leads[i] = d->leads[0];
    d->leads[0] = last;
    sift_down(d->leads, 0, i);
  }
  d->work += 4 * count;
}


/* Notes an entry if it leads to something new. */
static void add_lead (Digester *d, lu_byte ktt, Value key, const TValue *value) {
  GCObject *object = numbered(d, rawtt(value), value->value_);
  GCObject *key_object = (ktt & BIT_ISCOLLECTABLE) ? numbered(d, ktt, key)
                                                   : NULL;
  int is_new = (key_object != NULL && number_of(d, key_object) == 0);
  Lead *lead;
  if (object != NULL && number_of(d, object) != 0)
    object = NULL;
  if (object == NULL && !is_new)
    return;
  if (d->lead_count == d->lead_size &&
      !grow(d, (void **)&d->leads, &d->lead_size, sizeof(Lead)))
    return;
  lead = &d->leads[d->lead_count];
  lead->place = d->lead_count++;
  lead->key_object = key_object;
  lead->object = object;
  switch (ktt) {
    case LUA_VNUMINT: lead->kind = BY_INTEGER; lead->key.i = key.i; break;
    case LUA_VNUMFLT: lead->kind = BY_FLOAT; lead->key.n = key.n; break;
    case LUA_VFALSE: lead->kind = BY_BOOLEAN; lead->key.i = 0; break;
    case LUA_VTRUE: lead->kind = BY_BOOLEAN; lead->key.i = 1; break;
    case ctb(LUA_VSHRSTR): case ctb(LUA_VLNGSTR):
      lead->kind = BY_STRING;
      lead->key.s = gco2ts(key.gc);
      break;
    default:
      if (key_object == NULL)
        lead->kind = BY_PLACE;
      else if (!is_new) {
        lead->kind = BY_NUMBER;
        lead->key.content = number_of(d, key_object);
      }
      else {
        lead->kind = BY_CONTENT;
        lead->key.content = digest_shallow(d, key_object);
        if (object != NULL)
          lead->key.content = stir(lead->key.content, digest_shallow(d, object));
      }
      break;
  }
}

/* }====================================================== */


/* Numbers what a table leads to, then digests its entries. */
static uint64_t digest_table (Digester *d, Table *t) {
  unsigned int asize = luaH_realasize(t);
  unsigned int nodes = isdummy(t) ? 0 : (unsigned int)sizenode(t);
  uint64_t sum = 0;
  unsigned int i;
  size_t lead;
  d->lead_count = 0;
  for (i = 0; i < asize; i++) {
    if (iscollectable(&t->array[i])) {
      Value key;
      key.i = (lua_Integer)i + 1;
      add_lead(d, LUA_VNUMINT, key, &t->array[i]);
    }
  }
  for (i = 0; i < nodes; i++) {
    const Node *n = gnode(t, i);
    if (!isempty(gval(n)) && (iscollectable(gval(n)) || keyiscollectable(n)))
      add_lead(d, keytt(n), keyval(n), gval(n));
  }
  if (d->failed)
    return 0;
  sort_leads(d);
  for (lead = 0; lead < d->lead_count; lead++) {
    meet(d, d->leads[lead].key_object);
    meet(d, d->leads[lead].object);
  }
  if (d->failed)
    return 0;
  for (i = 0; i < asize; i++) {
    const TValue *value = &t->array[i];
    if (!isempty(value))
      sum += stir(stir(AN_INTEGER, (uint64_t)i + 1),
                  digest_value(d, rawtt(value), value->value_));
  }
  for (i = 0; i < nodes; i++) {
    const Node *n = gnode(t, i);
    if (!isempty(gval(n)))
      sum += stir(digest_value(d, keytt(n), keyval(n)),
                  digest_value(d, rawtt(gval(n)), gval(n)->value_));
  }
  d->work += asize + (size_t)nodes;
  return sum;
}


static uint64_t digest_met (Digester *d, GCObject *o) {
  if (o->tt == LUA_VTABLE)
    return digest_table(d, gco2t(o));
  else {
    Udata *u = gco2u(o);
    const char *name = downbeat_kind_name(d->L, u);
    d->work += u->len / 8;
    return stir(digest_bytes(A_BLOCK, getudatamem(u), u->len),
                digest_bytes(A_STRING, name, strlen(name)));
  }
}


static uint64_t digest_all (Digester *d) {
  uint64_t sum = 0;
  size_t i;
  if (!grow(d, (void **)&d->map, &d->map_size, sizeof(uint32_t)))
    return 0;
  memset(d->map, 0, d->map_size * sizeof(uint32_t));
  meet(d, obj2gco(d->root));
  for (i = 0; i < d->met_count && !d->failed; i++)
    sum = stir(sum, digest_met(d, d->met[i]));
  /* which tables share a metatable that is part of the state */
  for (i = 0; i < d->met_count && !d->failed; i++) {
    GCObject *o = d->met[i];
    if (o->tt == LUA_VTABLE && gco2t(o)->metatable != NULL)
      sum = stir(sum, stir(A_METATABLE + i,
                           number_of(d, obj2gco(gco2t(o)->metatable))));
  }
  return sum;
}


static int downbeat_digest (lua_State *L, Table *root, uint64_t *digest) {
  global_State *g = G(L);
  lu_byte held = g->gcstopem;
  int tries;
  for (tries = 0; ; tries++) {
    Digester d;
    memset(&d, 0, sizeof(d));
    d.L = L;
    d.root = root;
    d.globals = hvalue(luaH_getint(hvalue(&g->l_registry), LUA_RIDX_GLOBALS));
    g->gcstopem = 1;  /* nobody but us knows of the vectors */
    *digest = digest_all(&d);
    luaM_freearray(L, d.met, d.met_size);
    luaM_freearray(L, d.map, d.map_size);
    luaM_freearray(L, d.leads, d.lead_size);
    g->gcstopem = held;
    downbeat_bill(L, d.work / 2);
    if (!d.failed)
      return 1;
    if (tries > 0 || held)
      return 0;
    luaC_fullgc(L, 1);
  }
}

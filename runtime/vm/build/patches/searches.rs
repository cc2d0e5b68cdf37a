//! Patches that charge for lists and chains that Lua searches from the beginning
//! and for values it moves: one instruction takes as long as there are of them.

use super::Patch;

pub(super) const PATCHES: &[Patch] = &[
    // Keys may be chosen to share one chain. Short chains, which is to say all
    // others, are part of an instruction's price.
    Patch {
        name: "chain",
        file: "ltable.c",
        find: "/*
** for other types, it is better to avoid modulo by power of 2, as
** they can have many 2 factors.
*/",
        replace: r"/* one more link of a chain that is searched */
#define downbeat_link(inside,links)  \
  { if (l_unlikely(++(links) > 8)) downbeat_bill_link(inside); }

/*
** for other types, it is better to avoid modulo by power of 2, as
** they can have many 2 factors.
*/",
    },
    Patch {
        name: "charge-chains-of-any-keys",
        file: "ltable.c",
        find: "  Node *n = mainpositionTV(t, key);
  for (;;) {  /* check whether 'key' is somewhere in the chain */
    if (equalkey(key, n, deadok))
      return gval(n);  /* that's it */
    else {
      int nx = gnext(n);
      if (nx == 0)
        return &absentkey;  /* not found */
      n += nx;",
        replace: "  Node *n = mainpositionTV(t, key);
  int links = 0;
  for (;;) {  /* check whether 'key' is somewhere in the chain */
    if (equalkey(key, n, deadok))
      return gval(n);  /* that's it */
    else {
      int nx = gnext(n);
      if (nx == 0)
        return &absentkey;  /* not found */
      n += nx;
      downbeat_link(t, links);",
    },
    Patch {
        name: "charge-chains-of-integers",
        file: "ltable.c",
        find: "    Node *n = hashint(t, key);
    for (;;) {  /* check whether 'key' is somewhere in the chain */
      if (keyisinteger(n) && keyival(n) == key)
        return gval(n);  /* that's it */
      else {
        int nx = gnext(n);
        if (nx == 0) break;
        n += nx;",
        replace: "    Node *n = hashint(t, key);
    int links = 0;
    for (;;) {  /* check whether 'key' is somewhere in the chain */
      if (keyisinteger(n) && keyival(n) == key)
        return gval(n);  /* that's it */
      else {
        int nx = gnext(n);
        if (nx == 0) break;
        n += nx;
        downbeat_link(t, links);",
    },
    Patch {
        name: "charge-chains-of-names",
        file: "ltable.c",
        find: "const TValue *luaH_getshortstr (Table *t, TString *key) {
  Node *n = hashstr(t, key);
  lua_assert(key->tt == LUA_VSHRSTR);
  for (;;) {  /* check whether 'key' is somewhere in the chain */
    if (keyisshrstr(n) && eqshrstr(keystrval(n), key))
      return gval(n);  /* that's it */
    else {
      int nx = gnext(n);
      if (nx == 0)
        return &absentkey;  /* not found */
      n += nx;
    }
  }
}",
        replace: r"#if defined(__GNUC__)
__attribute__((noinline))
#endif
static const TValue *long_chain (Table *t, Node *n, TString *key) {
  int links = 3;
  for (;;) {
    if (keyisshrstr(n) && eqshrstr(keystrval(n), key))
      return gval(n);
    else {
      int nx = gnext(n);
      if (nx == 0)
        return &absentkey;
      n += nx;
      downbeat_link(t, links);
    }
  }
}

#define probe_name(n,key)  \
  { int nx; \
    if (keyisshrstr(n) && eqshrstr(keystrval(n), key)) \
      return gval(n); \
    if ((nx = gnext(n)) == 0) \
      return &absentkey; \
    n += nx; }

/* the first links, which are nearly all there are, without counting */
#if defined(__GNUC__)
__attribute__((always_inline)) inline
#endif
const TValue *luaH_getshortstr (Table *t, TString *key) {
  Node *n = hashstr(t, key);
  lua_assert(key->tt == LUA_VSHRSTR);
  probe_name(n, key);
  probe_name(n, key);
  probe_name(n, key);
  return long_chain(t, n, key);
}",
    },
    // A new key drives out one of another chain, whose beginning is searched for.
    Patch {
        name: "charge-chains-of-others",
        file: "ltable.c",
        find: "      while (othern + gnext(othern) != mp)  /* find previous */
        othern += gnext(othern);",
        replace: "      int links = 0;
      while (othern + gnext(othern) != mp) {  /* find previous */
        othern += gnext(othern);
        downbeat_link(L, links);
      }",
    },
    // A table that grows is filled without a search, however its keys collide: those
    // that find their own place free come first, so all others only lengthen a chain.
    Patch {
        name: "refill",
        file: "ltable.c",
        find: "static void reinsert (lua_State *L, Table *ot, Table *t) {
  int j;
  int size = sizenode(ot);
  for (j = 0; j < size; j++) {
    Node *old = gnode(ot, j);
    if (!isempty(gval(old))) {
      /* doesn't need barrier/invalidate cache, as entry was
         already present in the table */
      TValue k;
      getnodekey(L, &k, old);
      luaH_set(L, t, &k, gval(old));
    }
  }
}",
        replace: "static Node *getfreepos (Table *t);

/* Puts an entry into a new node vector, in pass 0 only at its own place. */
static int place (lua_State *L, Table *t, const TValue *key,
                  const TValue *value, int pass) {
  Node *n = mainpositionTV(t, key);
  lua_assert(!isdummy(t));
  if (pass == 0) {
    if (!keyisnil(n))
      return 1;
  }
  else {
    Node *f;
    if (equalkey(key, n, 0))
      return 0;  /* pass 0 has placed it */
    f = getfreepos(t);
    lua_assert(f != NULL);
    if (gnext(n) != 0)
      gnext(f) = cast_int((n + gnext(n)) - f);
    gnext(n) = cast_int(f - n);
    n = f;
  }
  setnodekey(L, n, key);
  setobj2t(L, gval(n), value);
  return 0;
}

/* whether a node's key belongs into an array of this size */
#define inarray(n,size)  \
  (keyisinteger(n) && l_castS2U(keyival(n)) - 1u < (size))

/* Fills a new node vector with what a new array of 't' does not take. */
static void refill (lua_State *L, const Table *t, Table *newt,
                    unsigned int oldasize, unsigned int newasize) {
  int left = 1;
  int pass;
  for (pass = 0; pass < 2 && left > 0; pass++) {
    unsigned int i;
    TValue k;
    left = 0;
    for (i = newasize; i < oldasize; i++) {
      if (!isempty(&t->array[i])) {
        setivalue(&k, cast(lua_Integer, i) + 1);
        left += place(L, newt, &k, &t->array[i], pass);
      }
    }
    for (i = 0; i < cast_uint(sizenode(t)); i++) {
      Node *old = gnode(t, i);
      if (!isempty(gval(old)) && !inarray(old, newasize)) {
        getnodekey(L, &k, old);
        left += place(L, newt, &k, gval(old), pass);
      }
    }
  }
}

/* Moves what the larger array takes; no barrier, as nothing is new. */
static void reinsert (lua_State *L, Table *ot, Table *t) {
  int j;
  int size = sizenode(ot);
  for (j = 0; j < size; j++) {
    Node *old = gnode(ot, j);
    if (!isempty(gval(old)) && inarray(old, t->alimit))
      setobj2t(L, &t->array[keyival(old) - 1], gval(old));
  }
}",
    },
    // All of it happens before anything has changed.
    Patch {
        name: "refill-before",
        file: "ltable.c",
        find: "  if (newasize < oldasize) {  /* will array shrink? */
    t->alimit = newasize;  /* pretend array has new size... */
    exchangehashpart(t, &newt);  /* and new hash */
    /* re-insert into the new hash the elements from vanishing slice */
    for (i = newasize; i < oldasize; i++) {
      if (!isempty(&t->array[i]))
        luaH_setint(L, t, i + 1, &t->array[i]);
    }
    t->alimit = oldasize;  /* restore current size... */
    exchangehashpart(t, &newt);  /* and hash (in case of errors) */
  }
",
        replace: "  refill(L, t, &newt, oldasize, newasize);
",
    },
    // Then only the array is left.
    Patch {
        name: "reinsert-into-array",
        file: "ltable.c",
        find: "  reinsert(L, &newt, t);  /* 'newt' now has the old hash */",
        replace: "  if (newasize > oldasize)
    reinsert(L, &newt, t);  /* 'newt' now has the old hash */",
    },
    // The compiler looks all constants up in one table, without a loop of Lua's.
    Patch {
        name: "charge-constants",
        file: "lcode.c",
        find: "  const TValue *idx = luaH_get(fs->ls->h, key);  /* query scanner table */",
        replace: "  const TValue *idx = luaH_get(fs->ls->h, key);  /* query scanner table */
  downbeat_charge(L, 1);",
    },
    // All short strings are in one table of chains.
    Patch {
        name: "charge-chains-of-strings",
        file: "lstring.c",
        find: "  for (ts = *list; ts != NULL; ts = ts->u.hnext) {",
        replace: "  int links = 0;
  for (ts = *list; ts != NULL; ts = ts->u.hnext) {
    if (l_unlikely(++links > 8)) downbeat_bill(L, 1);",
    },
    // They leave it when they are collected.
    Patch {
        name: "charge-chains-of-dead-strings",
        file: "lstring.c",
        find: "  while (*p != ts)  /* find previous element */
    p = &(*p)->u.hnext;",
        replace: "  int links = 0;
  while (*p != ts) {  /* find previous element */
    p = &(*p)->u.hnext;
    if (l_unlikely(++links > 8)) downbeat_bill(L, 1);
  }",
    },
    // An object that gets a finalizer is looked for among all that are younger.
    Patch {
        name: "charge-finalizers",
        file: "lgc.c",
        find: "    for (p = &g->allgc; *p != o; p = &(*p)->next) { /* empty */ }",
        replace: "    {
      unsigned int younger = 0;
      for (p = &g->allgc; *p != o; p = &(*p)->next) younger++;
      downbeat_bill(L, younger);
    }",
    },
    // A variable that a function captures is looked for among those captured.
    Patch {
        name: "charge-captures",
        file: "lfunc.c",
        find: "    pp = &p->u.open.next;
  }
  /* not found",
        replace: "    pp = &p->u.open.next;
    if (l_unlikely(++passed > 8)) downbeat_bill(L, 1);
  }
  /* not found",
    },
    // This counts them.
    Patch {
        name: "charge-captures-count",
        file: "lfunc.c",
        find: "  UpVal **pp = &L->openupval;
  UpVal *p;
  lua_assert(isintwups(L) || L->openupval == NULL);",
        replace: "  UpVal **pp = &L->openupval;
  UpVal *p;
  int passed = 0;
  lua_assert(isintwups(L) || L->openupval == NULL);",
    },
    // Results are moved at every return, of which there may be thousands without a
    // call between them: so here the error is raised at once.
    Patch {
        name: "charge-results",
        file: "ldo.c",
        find: "    nres = wanted;  /* don't need them */
",
        replace: "    nres = wanted;  /* don't need them */
  if (l_unlikely(nres > 16))
    downbeat_charge(L, (unsigned int)nres >> 2);
",
    },
    // So are arguments and results of a coroutine...
    Patch {
        name: "charge-results-of-coroutines",
        file: "lapi.c",
        find: "  from->top.p -= n;
  for (i = 0;",
        replace: "  from->top.p -= n;
  if (l_unlikely(n > 16))
    downbeat_bill(from, (unsigned int)n >> 2);
  for (i = 0;",
    },
    // ...and those of C functions that put something before them.
    Patch {
        name: "charge-rotation",
        file: "lapi.c",
        find: "  m = (n >= 0 ? t - n : p - n - 1);  /* end of prefix */
",
        replace: "  m = (n >= 0 ? t - n : p - n - 1);  /* end of prefix */
  if (l_unlikely(t - p > 16))
    downbeat_bill(L, (size_t)(t - p) >> 1);
",
    },
    // The lines of a function are found instruction by instruction.
    Patch {
        name: "charge-valid-lines",
        file: "ldebug.c",
        find: "    if (p->lineinfo != NULL) {  /* proto with debug information? */
      int i;
      TValue v;",
        replace: "    if (p->lineinfo != NULL) {  /* proto with debug information? */
      int i;
      TValue v;
      downbeat_bill(L, (unsigned int)p->sizelineinfo);",
    },
    // Numbers become text one by one, hundreds of them in one concatenation.
    Patch {
        name: "charge-number-writing",
        file: "lobject.c",
        find: "  int len = tostringbuff(obj, buff);
",
        replace: "  int len = tostringbuff(obj, buff);
  downbeat_bill(L, ttisinteger(obj) ? 6 : 30);
",
    },
];

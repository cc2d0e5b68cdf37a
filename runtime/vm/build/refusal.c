/*
** What a mark tells when something cannot be put back: the path to it, found
** by going from group to group of the log (marks.c) back to the root.
*/
#define refusal_c
#define LUA_CORE

#include "lprefix.h"

#include <stdio.h>
#include <string.h>

#include "lua.h"

#include "lobject.h"
#include "lstate.h"
#include "ltable.h"

#include "marks.h"


/* Whether a string can follow a point in Lua. */
static int is_name (const char *s, size_t length) {
  size_t i;
  for (i = 0; i < length; i++) {
    int c = (unsigned char)s[i];
    int letter = (c | 32) >= 'a' && (c | 32) <= 'z';
    if (!letter && c != '_' && (i == 0 || c < '0' || c > '9'))
      return 0;
  }
  return length > 0;
}


/* The step of a path that leads through the entry 'at' of a group. */
static void write_step (Walk *w, size_t group, size_t at,
                        char *buff, size_t size) {
  size_t nodes = group + HEAD + (unsigned int)w->log[group + 2].u.more;
  const Entry *key;
  if (at < nodes) {
    snprintf(buff, size, "[" LUA_INTEGER_FMT "]",
             (LUAI_UACINT)(at - group - HEAD + 1));
    return;
  }
  if ((at - nodes) % 2 == 1) {  /* the key itself? */
    snprintf(buff, size, "[a key]");
    return;
  }
  key = &w->log[at + 1];
  switch (key->u.tt_) {
    case ctb(LUA_VSHRSTR): case ctb(LUA_VLNGSTR): {
      TString *ts = gco2ts(key->u.value_.gc);
      size_t length = tsslen(ts);
      int shown = (int)(length < 40 ? length : 40);
      int named = is_name(getstr(ts), length);
      snprintf(buff, size, named ? ".%.*s" : "[\"%.*s\"]", shown, getstr(ts));
      break;
    }
    case LUA_VNUMINT:
      snprintf(buff, size, "[" LUA_INTEGER_FMT "]",
               (LUAI_UACINT)key->u.value_.i);
      break;
    case LUA_VNUMFLT:
      snprintf(buff, size, "[" LUA_NUMBER_FMT "]",
               (LUAI_UACNUMBER)key->u.value_.n);
      break;
    case LUA_VFALSE: snprintf(buff, size, "[false]"); break;
    case LUA_VTRUE: snprintf(buff, size, "[true]"); break;
    default: snprintf(buff, size, "[...]"); break;
  }
}


/* The first name in order by which the root is a global. */
static const char *name_root (Walk *w) {
  const char *name = NULL;
  int i;
  if (w->root == w->globals)
    return "_G";
  for (i = 0; i < sizenode(w->globals); i++) {
    Node *n = gnode(w->globals, i);
    if (ttistable(gval(n)) && hvalue(gval(n)) == w->root && keyisshrstr(n)) {
      const char *other = getstr(keystrval(n));
      if (name == NULL || strcmp(other, name) < 0)
        name = other;
    }
  }
  return (name != NULL) ? name : "state";
}


/* "game.monsters[3].brain is a coroutine, ..."; too long a path loses its
   beginning. */
static void explain_refusal (Walk *w, char *text, size_t size) {
  char path[160];
  char step[64];
  size_t start = sizeof(path) - 1;
  lua_Integer group = (lua_Integer)w->group;
  size_t at = w->at;
  int whole = 1;
  path[start] = '\0';
  while (group != NO_GROUP) {
    size_t length;
    write_step(w, (size_t)group, at, step, sizeof(step));
    length = strlen(step);
    if (length > start) {
      whole = 0;
      break;
    }
    start -= length;
    memcpy(path + start, step, length);
    at = (size_t)w->log[group + 3].u.value_.i;
    group = w->log[group + 2].u.value_.i;
  }
  if (!whole && path[start] == '.')
    start++;
  snprintf(text, size, "%.40s%s is %s", whole ? name_root(w) : "...",
                       path + start, w->refused);
}

-- The tables of version 1. Whatever package record refuses, the tables refuse
-- too: a guard against our own mistakes, not against who may write the file.
-- A CHECK that comes to NULL passes, so none here can.

CREATE TABLE question(
  number     INTEGER PRIMARY KEY AUTOINCREMENT,
  id         TEXT NOT NULL UNIQUE CHECK(length(id) > 0),
  key        TEXT NOT NULL CHECK(length(key) > 0),
  request    TEXT NOT NULL CHECK(length(request) > 1),
  shown      TEXT NOT NULL,
  policy     TEXT NOT NULL,
  host       TEXT NOT NULL,
  risk       INTEGER NOT NULL CHECK(risk BETWEEN 1 AND 4),
  boot       TEXT NOT NULL,
  up         INTEGER NOT NULL CHECK(up >= 0),
  silence    INTEGER NOT NULL CHECK(silence IN (0, 1)),
  nobody_ok  INTEGER NOT NULL CHECK(nobody_ok IN (0, 1)),
  created    INTEGER NOT NULL CHECK(created > 0),
  outcome    TEXT NOT NULL CHECK(outcome IN ('PENDING', 'APPROVED', 'DENIED', 'TIMED_OUT', 'BLOCKED', 'CANCELLED')),
  permit     TEXT NOT NULL CHECK(permit IN ('none', 'armed', 'claimed', 'lapsed', 'revoked')),
  version    INTEGER NOT NULL CHECK(version > 0),
  told       INTEGER NOT NULL CHECK(told IN (0, 1)),
  deadline   INTEGER NOT NULL CHECK(deadline >= created),
  waiting    INTEGER NOT NULL,
  decided    INTEGER,
  reviewer   TEXT NOT NULL,
  channel    TEXT NOT NULL,
  reason     TEXT NOT NULL,
  answer     INTEGER NOT NULL CHECK(answer BETWEEN 0 AND 4),
  edit       TEXT,
  allowed    TEXT NOT NULL,
  until      INTEGER,
  claimed    INTEGER,
  result     TEXT NOT NULL,
  CHECK((decided IS NULL) = (outcome = 'PENDING')),
  CHECK(permit = 'none' OR outcome IN ('APPROVED', 'TIMED_OUT')),
  CHECK(NOT (outcome = 'TIMED_OUT' AND permit <> 'none' AND (risk <> 2 OR silence <> 1))),
  CHECK(NOT (outcome = 'APPROVED' AND risk = 4) OR coalesce(length(trim(reason, char(9, 10, 11, 12, 13, 32))), 0) > 0),
  CHECK(permit NOT IN ('armed', 'claimed') OR (until IS NOT NULL AND coalesce(length(allowed), 0) > 0)),
  CHECK((claimed IS NOT NULL) = (permit = 'claimed')),
  CHECK(permit = 'claimed' OR coalesce(result, '') = '')
) STRICT;

-- Identical calls of one requester share the one question that is open.
CREATE UNIQUE INDEX live ON question(key) WHERE outcome = 'PENDING' OR permit = 'armed';
CREATE INDEX opened ON question(number) WHERE outcome = 'PENDING' OR permit = 'armed';

-- INSERT OR REPLACE takes rows away without a DELETE.
CREATE TRIGGER question_new BEFORE INSERT ON question
WHEN EXISTS (SELECT 1 FROM question WHERE number = NEW.number OR id = NEW.id OR (key = NEW.key AND (outcome = 'PENDING' OR permit = 'armed')))
BEGIN SELECT raise(ABORT, 'a question of this number, id or key is there'); END;

CREATE TRIGGER question_stays BEFORE UPDATE ON question
WHEN NEW.number <> OLD.number OR NEW.id <> OLD.id OR NEW.key <> OLD.key OR NEW.request <> OLD.request OR NEW.shown <> OLD.shown
  OR NEW.policy <> OLD.policy OR NEW.host <> OLD.host OR NEW.risk <> OLD.risk OR NEW.boot <> OLD.boot OR NEW.up <> OLD.up
  OR NEW.silence <> OLD.silence OR NEW.nobody_ok <> OLD.nobody_ok OR NEW.created <> OLD.created
BEGIN SELECT raise(ABORT, 'what was asked does not change'); END;

CREATE TRIGGER question_ends BEFORE UPDATE ON question
WHEN NEW.version < OLD.version
  OR (OLD.outcome <> 'PENDING' AND NEW.outcome <> OLD.outcome)
  OR (NEW.permit <> OLD.permit AND NOT (
       (OLD.permit = 'none' AND OLD.outcome = 'PENDING' AND NEW.permit IN ('armed', 'lapsed'))
    OR (OLD.permit = 'armed' AND NEW.permit IN ('claimed', 'lapsed', 'revoked'))))
  OR (OLD.outcome <> 'PENDING' AND (NEW.allowed <> OLD.allowed OR NEW.edit IS NOT OLD.edit OR NEW.decided IS NOT OLD.decided OR NEW.reason <> OLD.reason))
BEGIN SELECT raise(ABORT, 'a question is answered once'); END;

CREATE TRIGGER question_kept BEFORE DELETE ON question
BEGIN SELECT raise(ABORT, 'a question is kept: what was used once is not used again'); END;

CREATE TABLE audit(
  seq     INTEGER PRIMARY KEY CHECK(seq > 0),
  at      INTEGER NOT NULL,
  kind    TEXT NOT NULL CHECK(length(kind) > 0),
  request TEXT NOT NULL,
  data    TEXT NOT NULL CHECK(length(data) > 1),
  prev    TEXT NOT NULL CHECK(length(prev) = 64 OR (prev = '' AND seq = 1)),
  hash    TEXT NOT NULL CHECK(length(hash) = 64)
) STRICT;

CREATE TRIGGER audit_follows BEFORE INSERT ON audit
WHEN NEW.seq <> coalesce((SELECT max(seq) FROM audit), 0) + 1
  OR NEW.prev <> coalesce((SELECT hash FROM audit ORDER BY seq DESC LIMIT 1), '')
BEGIN SELECT raise(ABORT, 'a line of the chain follows the last one'); END;

CREATE TRIGGER audit_stays BEFORE UPDATE ON audit
BEGIN SELECT raise(ABORT, 'the chain does not change'); END;

-- Up to where lines may go; filled and emptied within one transaction.
CREATE TABLE pruning(up_to INTEGER NOT NULL) STRICT;

CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN OLD.seq > coalesce((SELECT max(up_to) FROM pruning), 0) OR OLD.seq = (SELECT max(seq) FROM audit)
BEGIN SELECT raise(ABORT, 'the chain is kept'); END;

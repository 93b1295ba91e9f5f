-- Version 1. Whatever package record refuses, the tables refuse too: a guard
-- against our own mistakes. A CHECK that comes to NULL passes, so none here can.
-- "@" stands for the schema.

CREATE TABLE @.question(
  number     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         text NOT NULL UNIQUE CHECK(length(id) > 0),
  key        text NOT NULL CHECK(length(key) > 0),
  request    text NOT NULL CHECK(length(request) > 1),
  shown      text NOT NULL,
  policy     text NOT NULL,
  host       text NOT NULL,
  risk       bigint NOT NULL CHECK(risk BETWEEN 1 AND 4),
  boot       text NOT NULL,
  up         bigint NOT NULL CHECK(up >= 0),
  silence    bigint NOT NULL CHECK(silence IN (0, 1)),
  nobody_ok  bigint NOT NULL CHECK(nobody_ok IN (0, 1)),
  created    bigint NOT NULL CHECK(created > 0),
  outcome    text NOT NULL CHECK(outcome IN ('PENDING', 'APPROVED', 'DENIED', 'TIMED_OUT', 'BLOCKED', 'CANCELLED')),
  permit     text NOT NULL CHECK(permit IN ('none', 'armed', 'claimed', 'lapsed', 'revoked')),
  version    bigint NOT NULL CHECK(version > 0),
  told       bigint NOT NULL CHECK(told IN (0, 1)),
  deadline   bigint NOT NULL CHECK(deadline >= created),
  waiting    bigint NOT NULL,
  decided    bigint,
  reviewer   text NOT NULL,
  channel    text NOT NULL,
  reason     text NOT NULL,
  answer     bigint NOT NULL CHECK(answer BETWEEN 0 AND 4),
  edit       text,
  allowed    text NOT NULL,
  until      bigint,
  claimed    bigint,
  result     text NOT NULL,
  CHECK((decided IS NULL) = (outcome = 'PENDING')),
  CHECK(permit = 'none' OR outcome IN ('APPROVED', 'TIMED_OUT')),
  CHECK(NOT (outcome = 'TIMED_OUT' AND permit <> 'none' AND (risk <> 2 OR silence <> 1))),
  CHECK(NOT (outcome = 'APPROVED' AND risk = 4) OR coalesce(length(btrim(reason, E' \t\n\v\f\r')), 0) > 0),
  CHECK(permit NOT IN ('armed', 'claimed') OR (until IS NOT NULL AND coalesce(length(allowed), 0) > 0)),
  CHECK((claimed IS NOT NULL) = (permit = 'claimed')),
  CHECK(permit = 'claimed' OR coalesce(result, '') = '')
);

-- Identical calls of one requester share the one question that is open.
CREATE UNIQUE INDEX question_live ON @.question(key) WHERE outcome = 'PENDING' OR permit = 'armed';
CREATE INDEX question_opened ON @.question(number) WHERE outcome = 'PENDING' OR permit = 'armed';

CREATE FUNCTION @.question_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.number, NEW.id, NEW.key, NEW.request, NEW.shown, NEW.policy, NEW.host, NEW.risk, NEW.boot, NEW.up, NEW.silence, NEW.nobody_ok, NEW.created)
    IS DISTINCT FROM
     (OLD.number, OLD.id, OLD.key, OLD.request, OLD.shown, OLD.policy, OLD.host, OLD.risk, OLD.boot, OLD.up, OLD.silence, OLD.nobody_ok, OLD.created) THEN
    RAISE EXCEPTION 'what was asked does not change';
  END IF;
  IF NEW.version < OLD.version
    OR (OLD.outcome <> 'PENDING' AND NEW.outcome <> OLD.outcome)
    OR (NEW.permit <> OLD.permit AND NOT (
         (OLD.permit = 'none' AND OLD.outcome = 'PENDING' AND NEW.permit IN ('armed', 'lapsed'))
      OR (OLD.permit = 'armed' AND NEW.permit IN ('claimed', 'lapsed', 'revoked'))))
    OR (OLD.outcome <> 'PENDING' AND (NEW.allowed, NEW.edit, NEW.decided, NEW.reason) IS DISTINCT FROM (OLD.allowed, OLD.edit, OLD.decided, OLD.reason)) THEN
    RAISE EXCEPTION 'a question is answered once';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER question_steps BEFORE UPDATE ON @.question FOR EACH ROW EXECUTE FUNCTION @.question_steps();

CREATE FUNCTION @.stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% on %: it is kept as it is', TG_OP, TG_TABLE_NAME;
END $$;
CREATE TRIGGER question_kept BEFORE DELETE ON @.question FOR EACH ROW EXECUTE FUNCTION @.stays();
CREATE TRIGGER question_all_kept BEFORE TRUNCATE ON @.question FOR EACH STATEMENT EXECUTE FUNCTION @.stays();

CREATE TABLE @.audit(
  seq     bigint PRIMARY KEY CHECK(seq > 0),
  at      bigint NOT NULL,
  kind    text NOT NULL CHECK(length(kind) > 0),
  request text NOT NULL,
  data    text NOT NULL CHECK(length(data) > 1),
  prev    text NOT NULL CHECK(length(prev) = 64 OR (prev = '' AND seq = 1)),
  hash    text NOT NULL CHECK(length(hash) = 64)
);

-- The chain's end. Who holds its lock may file the next line.
CREATE TABLE @.chain(one bigint PRIMARY KEY CHECK(one = 1), seq bigint NOT NULL, hash text NOT NULL);
INSERT INTO @.chain(one, seq, hash) VALUES(1, 0, '');
CREATE TRIGGER chain_kept BEFORE DELETE ON @.chain FOR EACH ROW EXECUTE FUNCTION @.stays();

-- Up to where lines may go; filled and emptied within one transaction.
CREATE TABLE @.pruning(up_to bigint NOT NULL);

CREATE FUNCTION @.audit_follows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.seq <> coalesce((SELECT max(seq) FROM @.audit), 0) + 1
    OR NEW.prev <> coalesce((SELECT hash FROM @.audit ORDER BY seq DESC LIMIT 1), '') THEN
    RAISE EXCEPTION 'a line of the chain follows the last one';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_follows BEFORE INSERT ON @.audit FOR EACH ROW EXECUTE FUNCTION @.audit_follows();
CREATE TRIGGER audit_stays BEFORE UPDATE ON @.audit FOR EACH ROW EXECUTE FUNCTION @.stays();
CREATE TRIGGER audit_all_kept BEFORE TRUNCATE ON @.audit FOR EACH STATEMENT EXECUTE FUNCTION @.stays();

CREATE FUNCTION @.audit_goes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.seq > coalesce((SELECT max(up_to) FROM @.pruning), 0) OR OLD.seq = (SELECT max(seq) FROM @.audit) THEN
    RAISE EXCEPTION 'the chain is kept';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER audit_goes BEFORE DELETE ON @.audit FOR EACH ROW EXECUTE FUNCTION @.audit_goes();

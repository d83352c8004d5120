-- SPDX-License-Identifier: GPL-3.0-or-later
-- The functions of a store on a server, of any version before as of this one: those that workers
-- call, and what they are made of.

-- Of game, position and claim.
CREATE OR REPLACE FUNCTION problem_key(text, text, text) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$SELECT md5($1 || chr(9) || $2 || chr(9) || $3)::uuid$$;

-- The first pass from `first` on, from 0, whose limits may say more than a result of these limits
-- has said; NULL: none. The same condition as that of a store in a file (results.c).
CREATE OR REPLACE FUNCTION next_pass(r run, first int, settled int, cause text, seconds_limit double precision,
                          nodes_limit bigint, memory_mib bigint) RETURNS int
    LANGUAGE sql IMMUTABLE AS $$
    SELECT min(b.i)::int - 1 FROM unnest(r.seconds, r.nodes) WITH ORDINALITY b(seconds, nodes, i)
    WHERE b.i > first AND (settled IS NULL OR (settled = 0 AND CASE cause WHEN 'memory'
        THEN memory_mib < r.memory_mib ELSE seconds_limit < b.seconds OR nodes_limit < b.nodes END))
$$;

-- Puts problems on the list of a run, each in the first pass that may say more; those that are set
-- aside stay so unless asked for. Returns how many are open then.
CREATE OR REPLACE FUNCTION enqueue(p_task bigint, p_problems bigint[], p_retry boolean) RETURNS bigint
    LANGUAGE plpgsql SET search_path = kanju, pg_temp AS $$
DECLARE n bigint;
BEGIN
    INSERT INTO work(task, problem, pass)
    SELECT p_task, problem, pass FROM (
        SELECT p.id AS problem, next_pass(u, 0, r.settled, r.cause, r.seconds_limit,
                                          r.nodes_limit, r.memory_mib) AS pass
        FROM unnest(p_problems) p(id) JOIN run u ON u.task = p_task
        LEFT JOIN result r ON r.task = p_task AND r.problem = p.id) o
    WHERE pass IS NOT NULL ORDER BY problem
    ON CONFLICT (task, problem) DO UPDATE SET pass = excluded.pass, state = 0, deaths = 0,
        owner = NULL WHERE work.state = 2 OR (work.state = 3 AND p_retry);
    GET DIAGNOSTICS n = ROW_COUNT;
    RETURN n;
END $$;

-- For checks: makes the problems of the temporary table `scope` those of what files claim of their
-- positions, as kj_import_claims does in a file, with all files the store knows.
CREATE OR REPLACE FUNCTION claim_scope() RETURNS void
    LANGUAGE plpgsql SET search_path = kanju, pg_temp AS $$
BEGIN
    CREATE TEMP TABLE claimed ON COMMIT DROP AS
        SELECT DISTINCT q.game, q.position, coalesce(i.claim, '') AS claim FROM scope s
        JOIN problem q ON q.id = s.problem
        LEFT JOIN problem b ON b.key = problem_key(q.game, q.position, '')
        LEFT JOIN item i ON i.problem = b.id WHERE strpos(q.position, ' moves ') = 0;
    INSERT INTO problem(game, position, claim) SELECT * FROM claimed ORDER BY 2, 3, 1
        ON CONFLICT DO NOTHING;
    DELETE FROM scope;
    INSERT INTO scope SELECT p.id FROM claimed c
        JOIN problem p ON p.key = problem_key(c.game, c.position, c.claim);
END $$;

-- Takes the problems of a worker that died or fell silent away from it. Those that were running, as
-- many as it has threads, have one death more, and are set aside at the third. A worker dies once,
-- so deaths are of different workers; and who says that it is another one is asked for patience, for
-- a problem rests after a death (claim).
CREATE OR REPLACE FUNCTION release(me worker, p_running bigint[], p_kind text, p_message text)
    RETURNS void LANGUAGE plpgsql SET search_path = kanju, pg_temp AS $$
DECLARE
    blamed bigint[] := CASE WHEN me.died THEN '{}' ELSE p_running[1:me.threads] END;
BEGIN
    INSERT INTO failure(task, problem, worker, kind, message)
    SELECT task, problem, me.id, p_kind, p_message FROM work
    WHERE owner = me.id AND state = 1 AND problem = ANY (blamed);
    UPDATE work SET state = CASE WHEN problem = ANY (blamed) AND deaths >= 2 THEN 3 ELSE 0 END,
        deaths = deaths + CASE WHEN problem = ANY (blamed) THEN 1 ELSE 0 END, owner = NULL,
        since = now()
    WHERE owner = me.id AND state = 1;
    UPDATE worker SET gone = now(), running = '{}', died = true WHERE id = me.id;
END $$;

-- Whether two verdicts with their lengths cannot both be true.
CREATE OR REPLACE FUNCTION contradicts(verdict text, plies int, proved int, verdict2 text, plies2 int,
                            proved2 int) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
    SELECT verdict <> 'unknown' AND verdict2 <> 'unknown' AND (verdict <> verdict2 OR
        coalesce(proved <> 0 AND plies > plies2, false) OR
        coalesce(proved2 <> 0 AND plies2 > plies, false))
$$;

-- A worker for people, with its role where that is not whose store it is.
CREATE OR REPLACE FUNCTION name_of(p_worker bigint) RETURNS text
    LANGUAGE sql STABLE STRICT SET search_path = kanju, pg_temp AS $$
    SELECT format('worker %s', p_worker) || coalesce((SELECT format(' (%s)', role) FROM worker
        WHERE id = p_worker AND role <> current_user), '')
$$;

-- Whose a result is, and who has done passes of it before: checkpoints and limits are theirs.
CREATE OR REPLACE FUNCTION doers_of(w work) RETURNS text
    LANGUAGE sql STABLE SET search_path = kanju, pg_temp AS $$
    SELECT coalesce(name_of(w.doer), 'no worker') || coalesce((SELECT string_agg(
        format(', pass %s by %s', pass + 1, name_of(worker)), '' ORDER BY i)
        FROM unnest(w.doers, w.done_passes) WITH ORDINALITY d(worker, pass, i)
        WHERE cardinality(w.doers) > 1), '')
$$;

-- Writes what is in lists of its own, over those of an earlier result (p_over).
CREATE OR REPLACE FUNCTION put_lists(p_task bigint, p_problem bigint, x jsonb, p_over boolean) RETURNS void
    LANGUAGE plpgsql AS $$
BEGIN
    IF jsonb_array_length(x -> 'codes') + jsonb_array_length(x -> 'themes') > 10000 THEN
        RAISE EXCEPTION 'too many codes' USING ERRCODE = 'check_violation';
    END IF;
    IF p_over THEN
        DELETE FROM code WHERE task = p_task AND problem = p_problem;
        DELETE FROM theme WHERE task = p_task AND problem = p_problem;
        DELETE FROM checkpoint WHERE task = p_task AND problem = p_problem;
    END IF;
    IF jsonb_array_length(x -> 'codes') > 0 THEN
        INSERT INTO code SELECT c.* FROM jsonb_array_elements(x -> 'codes') one,
            jsonb_populate_record(NULL::code, one ||
                jsonb_build_object('task', p_task, 'problem', p_problem)) c
            ON CONFLICT DO NOTHING;
    END IF;
    IF jsonb_array_length(x -> 'themes') > 0 THEN
        INSERT INTO theme
            SELECT p_task, p_problem, t FROM jsonb_array_elements_text(x -> 'themes') t
            ON CONFLICT DO NOTHING;
    END IF;
    IF x ? 'checkpoint' THEN
        INSERT INTO checkpoint(task, problem, bytes)
            VALUES (p_task, p_problem, decode(x ->> 'checkpoint', 'base64'));
    END IF;
END $$;

-- Takes one result. The first of a pass counts; one that comes after it is only compared. What is no
-- result of that kind is an error.
CREATE OR REPLACE FUNCTION put_result(me worker, r run, kind text, x jsonb) RETURNS text
    LANGUAGE plpgsql AS $$
DECLARE
    w work;
    old result;
    new result;
    no_news boolean;
    following int;
BEGIN
    SELECT * INTO w FROM work WHERE task = r.task AND problem = (x ->> 'problem')::bigint FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 'unasked';
    END IF;
    new := jsonb_populate_record(NULL::result, x);
    new.task := r.task;
    new.certificate := NULL; -- would be a file of its machine
    IF is_verdict(kind, new.verdict) IS NOT TRUE THEN
        RAISE EXCEPTION 'no verdict of this task' USING ERRCODE = 'check_violation';
    END IF;
    SELECT * INTO old FROM result WHERE task = r.task AND problem = w.problem;
    IF contradicts(old.verdict, old.plies, old.proved, new.verdict, new.plies, new.proved) THEN
        INSERT INTO failure(task, problem, worker, kind, message) VALUES (r.task, w.problem, me.id,
            'contradiction', format('%s by %s / %s', concat_ws(' ', old.verdict, old.plies),
            doers_of(w), concat_ws(' ', new.verdict, new.plies)));
        UPDATE work SET state = CASE state WHEN 2 THEN 2 ELSE 3 END, owner = NULL
            WHERE task = r.task AND problem = w.problem;
        RETURN 'contradiction';
    END IF;
    IF w.state >= 2 OR w.pass <> (x ->> 'pass')::int THEN
        RETURN 'late';
    END IF;
    new.seconds_limit := r.seconds[w.pass + 1];
    new.nodes_limit := r.nodes[w.pass + 1];
    new.memory_mib := r.memory_mib;
    no_news := old.task IS NOT NULL AND (x ->> 'no_news')::boolean;
    IF no_news THEN
        UPDATE result SET seconds_limit = new.seconds_limit, nodes_limit = new.nodes_limit,
            memory_mib = new.memory_mib WHERE task = r.task AND problem = w.problem;
        new.settled := old.settled;
        new.cause := old.cause;
    ELSE
        IF old.task IS NOT NULL THEN
            DELETE FROM result WHERE task = r.task AND problem = w.problem;
        END IF;
        INSERT INTO result SELECT new.*;
        PERFORM put_lists(r.task, w.problem, x, old.task IS NOT NULL);
    END IF;
    IF new.settled = 0 THEN
        following := next_pass(r, w.pass + 1, new.settled, new.cause, new.seconds_limit,
                               new.nodes_limit, new.memory_mib);
    END IF;
    UPDATE work SET state = CASE WHEN following IS NULL THEN 2 ELSE 0 END,
        pass = coalesce(following, w.pass), owner = NULL, deaths = 0,
        doer = CASE WHEN no_news THEN doer ELSE me.id END,
        doers = doers || me.id, done_passes = done_passes || w.pass
        WHERE task = r.task AND problem = w.problem;
    RETURN 'new';
END $$;

-- What is no result is noted, and the problem is set aside if its worker has it.
CREATE OR REPLACE FUNCTION refuse(me worker, r run, p_problem bigint, p_why text) RETURNS text
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE work SET state = 3, owner = NULL
        WHERE task = r.task AND problem = p_problem AND state = 1 AND owner = me.id;
    IF FOUND THEN
        INSERT INTO failure(task, problem, worker, kind, message) VALUES (r.task, p_problem, me.id,
            'refused', format('%s: %s', name_of(me.id), left(p_why, 300)));
    END IF;
    RETURN 'refused';
END $$;

-- Takes results; with p_careful those that can be taken where one cannot, which costs more.
CREATE OR REPLACE FUNCTION put_results(me worker, r run, p_results jsonb, p_careful boolean,
    OUT new int, OUT late int, OUT wrong int, OUT refused int, OUT nodes bigint, OUT passes int[])
    LANGUAGE plpgsql SET search_path = kanju, pg_temp AS $$
DECLARE
    kind text := (SELECT t.kind FROM task t WHERE t.id = r.task);
    x jsonb;
    p bigint;
    what text;
BEGIN
    new := 0; late := 0; wrong := 0; refused := 0; nodes := 0; passes := '{}';
    FOR x, p IN SELECT e, problem FROM jsonb_array_elements(p_results) e, LATERAL (SELECT
        CASE WHEN e ->> 'problem' ~ '^[0-9]{1,18}$' THEN (e ->> 'problem')::bigint END) i(problem)
        ORDER BY problem
    LOOP
        IF p_careful THEN
            BEGIN
                what := put_result(me, r, kind, x);
            EXCEPTION WHEN data_exception OR check_violation OR not_null_violation OR
                program_limit_exceeded
            THEN
                what := refuse(me, r, p, SQLERRM);
            END;
        ELSE
            what := put_result(me, r, kind, x);
        END IF;
        new := new + (what = 'new')::int;
        late := late + (what IN ('late', 'unasked'))::int;
        wrong := wrong + (what = 'contradiction')::int;
        refused := refused + (what = 'refused')::int;
        IF what = 'new' THEN
            nodes := nodes + (x ->> 'nodes')::bigint;
            passes := passes || (x ->> 'pass')::int;
        END IF;
    END LOOP;
END $$;

-- Takes problems away from workers that were not heard of for the time of a lease.
CREATE OR REPLACE FUNCTION reap(r run) RETURNS void
    LANGUAGE plpgsql SET search_path = kanju, pg_temp AS $$
DECLARE lost worker;
BEGIN
    FOR lost IN SELECT * FROM worker WHERE task = r.task AND gone IS NULL AND
        seen < now() - make_interval(secs => r.lease_seconds) LIMIT 100 FOR UPDATE SKIP LOCKED
    LOOP
        PERFORM release(lost, lost.running, 'silence',
            format('%s, process %s: not heard of for %s s', lost.host, lost.process,
                   round(extract(epoch FROM now() - lost.seen))));
    END LOOP;
END $$;

-- How many problems a worker may have in hand for each of its threads.
CREATE OR REPLACE FUNCTION most_in_hand() RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 256';

-- The next problems for a worker, easy passes first. One that two workers died of is claimed by a
-- worker that has no other. One that somebody died of rests for a quarter of a lease before it is
-- tried again.
CREATE OR REPLACE FUNCTION claim(me worker, r run, p_alone boolean, p_want int) RETURNS jsonb
    LANGUAGE plpgsql SET search_path = kanju, pg_temp AS $$
DECLARE
    jobs jsonb;
    ids bigint[];
    rested timestamptz := now() - make_interval(secs => r.lease_seconds / 4);
BEGIN
    SELECT array_agg(problem) INTO ids FROM (SELECT problem FROM work
        WHERE task = r.task AND state = 0 AND (deaths = 0 OR (deaths < 2 AND since < rested))
        ORDER BY pass, problem LIMIT greatest(0, least(p_want, me.threads * most_in_hand() -
            (SELECT count(*) FROM work WHERE task = r.task AND owner = me.id AND state = 1)))
        FOR UPDATE SKIP LOCKED) o;
    IF ids IS NULL AND p_alone THEN
        SELECT array_agg(problem) INTO ids FROM (SELECT problem FROM work
            WHERE task = r.task AND state = 0 AND (deaths = 0 OR since < rested)
            ORDER BY pass, problem LIMIT 1 FOR UPDATE SKIP LOCKED) o;
    END IF;
    UPDATE work SET state = 1, owner = me.id, since = now()
        WHERE task = r.task AND problem = ANY (ids);
    SELECT jsonb_agg(jsonb_build_object('problem', p.id, 'game', p.game, 'position', p.position,
        'claim', p.claim, 'pass', w.pass, 'before', o.verdict,
        'checkpoint', encode(c.bytes, 'base64'), 'ours', c.role = session_user)
        ORDER BY w.pass, p.id)
    INTO jobs FROM unnest(ids) i(id) JOIN problem p ON p.id = i.id
        JOIN work w ON w.task = r.task AND w.problem = p.id
        LEFT JOIN result o ON o.task = r.task AND o.problem = p.id
        LEFT JOIN checkpoint c ON c.task = r.task AND c.problem = p.id;
    RETURN coalesce(jobs, '[]');
END $$;

-- Where a problem was read, for people: its name, or file and line.
CREATE OR REPLACE FUNCTION place_of(p_problem bigint) RETURNS text
    LANGUAGE sql STABLE SET search_path = kanju, pg_temp AS $$
    SELECT coalesce((SELECT coalesce(i.name, f.name || ':' || coalesce(i.line, i.number))
        FROM problem w JOIN problem p ON p.key = problem_key(w.game, w.position, '')
        JOIN item i ON i.problem = p.id JOIN file f ON f.id = i.file
        WHERE w.id = p_problem AND w.claim IN ('', i.claim) ORDER BY f.name, i.number LIMIT 1),
        p_problem::text)
$$;

-- Whether a problem is in the share (0 to 1) of a run whose results are verified. By a hash with the
-- run's salt: nobody who does not know that can tell which problems these are, and a larger share
-- has all of a smaller one.
CREATE OR REPLACE FUNCTION is_chosen(salt uuid, key uuid, share double precision) RETURNS boolean
    LANGUAGE sql IMMUTABLE AS $$
    SELECT ('x' || left(md5(salt::text || key::text), 8))::bit(32)::bigint < share * 4294967296
$$;

-- The next results of a run to verify after a problem, as jobs of its last pass.
CREATE OR REPLACE FUNCTION next_to_verify(p_task bigint, p_share double precision, p_after bigint, p_most int)
    RETURNS jsonb LANGUAGE sql STABLE SET search_path = kanju, pg_temp AS $$
    SELECT coalesce(jsonb_agg(jsonb_build_object('problem', id, 'game', game, 'position', position,
        'claim', claim, 'pass', pass, 'said', line) ORDER BY id), '[]') FROM (
        SELECT p.id, p.game, p.position, p.claim, r.line, cardinality(u.nodes) - 1 AS pass
        FROM run u JOIN work w ON w.task = u.task AND w.state = 2
        JOIN result r ON r.task = u.task AND r.problem = w.problem AND r.verdict <> 'unknown'
        JOIN problem p ON p.id = w.problem
        WHERE u.task = p_task AND w.problem > p_after AND is_chosen(u.salt, p.key, p_share) AND
            NOT EXISTS (SELECT 1 FROM verified v WHERE v.task = w.task AND v.problem = w.problem)
        ORDER BY p.id LIMIT p_most) o
$$;

-- How many results a share of a run has, verified and not.
CREATE OR REPLACE FUNCTION count_to_verify(p_task bigint, p_share double precision) RETURNS bigint
    LANGUAGE sql STABLE SET search_path = kanju, pg_temp AS $$
    SELECT count(*) FROM run u JOIN work w ON w.task = u.task AND w.state = 2
    JOIN result r ON r.task = u.task AND r.problem = w.problem AND r.verdict <> 'unknown'
    JOIN problem p ON p.id = w.problem
    WHERE u.task = p_task AND is_chosen(u.salt, p.key, p_share)
$$;

-- Whether a result that is there is one: before version 3 nothing was looked at.
CREATE OR REPLACE FUNCTION is_possible(p_task bigint, p_problem bigint) RETURNS boolean
    LANGUAGE plpgsql AS $$
BEGIN
    UPDATE result SET ms = ms WHERE task = p_task AND problem = p_problem;
    RETURN true;
EXCEPTION WHEN check_violation THEN
    RETURN false;
END $$;

-- Holds a result against what was found out again, with a certificate that was verified unless the
-- verdict is 'unknown', or against itself: `impossible`, its line is no line. One that cannot be true is taken out of the results, and its problem is set
-- aside; returns what it said and whose it was then, else NULL.
CREATE OR REPLACE FUNCTION put_verified(p_task bigint, x jsonb) RETURNS text
    LANGUAGE plpgsql SET search_path = kanju, pg_temp AS $$
DECLARE
    w work;
    old result;
    new result;
    what text;
BEGIN
    SELECT * INTO w FROM work WHERE task = p_task AND problem = (x ->> 'problem')::bigint FOR UPDATE;
    SELECT * INTO old FROM result WHERE task = p_task AND problem = w.problem;
    IF w.state <> 2 OR old.task IS NULL THEN
        RETURN NULL;
    END IF;
    new := jsonb_populate_record(NULL::result, x);
    new.verdict := coalesce(new.verdict, 'unknown');
    IF (x ->> 'impossible')::boolean IS NOT TRUE AND is_possible(p_task, w.problem) AND
        is_verdict((SELECT kind FROM task WHERE id = p_task), old.verdict) AND NOT contradicts(old.verdict, old.plies, old.proved, new.verdict, new.plies, new.proved) THEN
        INSERT INTO verified VALUES (p_task, w.problem,
            CASE new.verdict WHEN 'unknown' THEN 'open' ELSE 'agrees' END)
            ON CONFLICT (task, problem) DO UPDATE SET outcome = excluded.outcome;
        RETURN NULL;
    END IF;
    what := format('%s by %s', concat_ws(' ', old.verdict, old.plies), doers_of(w));
    INSERT INTO failure(task, problem, worker, kind, message) VALUES (p_task, w.problem,
        coalesce(w.doer, 0), 'certificate', what || CASE new.verdict
        WHEN 'unknown' THEN ', which cannot be'
        ELSE format(', %s by a certificate', concat_ws(' ', new.verdict, new.plies)) END);
    DELETE FROM result WHERE task = p_task AND problem = w.problem;
    PERFORM put_lists(p_task, w.problem, '{}', true);
    UPDATE work SET state = 3 WHERE task = p_task AND problem = w.problem;
    RETURN what;
END $$;

-- ---- what workers call ----

-- A worker begins. It is told the run of p_task, or (NULL) the one that was begun last and has open
-- problems; one of another
-- version of the program is refused, since its results need not be the same.
CREATE OR REPLACE FUNCTION hello(p_version text, p_host text, p_process bigint, p_threads int,
                      p_task bigint) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = kanju, pg_temp AS $$
DECLARE
    r run;
    t task;
    me worker;
BEGIN
    SELECT u.* INTO r FROM run u JOIN task k ON k.id = u.task
    WHERE p_task IS NULL OR u.task = p_task
    ORDER BY (EXISTS (SELECT 1 FROM work w WHERE w.task = u.task AND w.state = 0) OR
              EXISTS (SELECT 1 FROM work w WHERE w.task = u.task AND w.state = 1)) DESC,
             k.version = p_version DESC, u.created DESC LIMIT 1;
    IF NOT FOUND THEN
        RETURN jsonb_build_object('none', true);
    END IF;
    SELECT * INTO t FROM task WHERE id = r.task;
    IF t.version <> p_version THEN
        RETURN jsonb_build_object('wanted', t.version);
    END IF;
    INSERT INTO worker(task, host, process, threads, version)
        VALUES (r.task, left(p_host, 200), p_process, least(greatest(p_threads, 1), 256),
                p_version) RETURNING * INTO me;
    RETURN jsonb_build_object('token', me.token, 'worker', me.id, 'task', r.task, 'kind', t.kind,
        'rules', t.rules, 'options', r.options, 'seconds', r.seconds::text[], 'nodes', r.nodes,
        'memory_mib', r.memory_mib,
        'lease_seconds', r.lease_seconds, 'most', most_in_hand(),
        'open', (SELECT count(*) FROM work WHERE task = r.task AND state IN (0, 1)));
END $$;

-- One round trip: results of a worker go in, the problems it does not hold (any more) are free
-- again, and it is given up to p_want others. Every call renews its leases. Repeating a call whose
-- answer was lost changes nothing that counts.
CREATE OR REPLACE FUNCTION exchange(p_token uuid, p_results jsonb, p_holding bigint[], p_running bigint[],
                         p_want int, p_leaves boolean) RETURNS jsonb
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = kanju, pg_temp AS $$
DECLARE
    me worker;
    r run;
    n record;
    jobs jsonb := '[]';
BEGIN
    UPDATE worker SET seen = clock_timestamp(), gone = NULL
        WHERE token = p_token AND role = session_user RETURNING * INTO me;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'this server does not know the worker' USING ERRCODE = 'KJ001';
    END IF;
    SELECT * INTO r FROM run WHERE task = me.task;
    BEGIN
        SELECT * INTO n FROM put_results(me, r, p_results, false);
    EXCEPTION WHEN data_exception OR check_violation OR not_null_violation OR program_limit_exceeded
    THEN
        SELECT * INTO n FROM put_results(me, r, p_results, true);
    END;
    INSERT INTO tally SELECT me.id, p, date_trunc('minute', now()), count(*) FROM unnest(n.passes) p
        GROUP BY p ON CONFLICT (worker, minute, pass) DO UPDATE SET n = tally.n + excluded.n;
    UPDATE work SET state = 0, owner = NULL
        WHERE task = r.task AND owner = me.id AND state = 1 AND NOT problem = ANY (p_holding);
    PERFORM reap(r);
    IF p_want > 0 AND NOT p_leaves THEN
        jobs := claim(me, r, cardinality(p_holding) = 0, p_want);
    END IF;
    UPDATE worker SET running = p_running[1:me.threads], nodes = nodes + n.nodes,
        done = done + n.new, late = late + n.late,
        gone = CASE WHEN p_leaves THEN now() END WHERE id = me.id;
    RETURN jsonb_build_object('new', n.new, 'late', n.late, 'contradictions', n.wrong,
        'refused', n.refused, 'jobs', jobs, 'open',
        jobs <> '[]' OR EXISTS (SELECT 1 FROM work WHERE task = r.task AND state = 0) OR
        EXISTS (SELECT 1 FROM work WHERE task = r.task AND state = 1));
END $$;

-- The process of a worker was killed while it was solving some of its problems.
CREATE OR REPLACE FUNCTION died(p_token uuid, p_running bigint[], p_message text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = kanju, pg_temp AS $$
DECLARE me worker;
BEGIN
    SELECT * INTO me FROM worker WHERE token = p_token AND role = session_user FOR UPDATE;
    IF FOUND THEN
        PERFORM release(me, p_running, 'death',
            format('%s, process %s: %s', me.host, me.process, left(p_message, 500)));
    END IF;
END $$;

-- ---- what results are ----

-- Of a report of a check. SQLite's function is content with any JSON; here it is an object, and not so
-- deep that reading it is a risk.
CREATE OR REPLACE FUNCTION json_valid(report text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN octet_length(report) <= 16777216 AND jsonb_typeof(report::jsonb) = 'object' AND
        NOT jsonb_path_exists(report::jsonb, 'lax $.**{32}');
EXCEPTION WHEN data_exception OR program_limit_exceeded THEN
    RETURN false;
END $$;

-- Whoever may work gets EXECUTE on these three; nobody has it unasked.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA kanju FROM PUBLIC;
CREATE OR REPLACE FUNCTION allow_work(p_role name) RETURNS void
    LANGUAGE plpgsql SET search_path = kanju, pg_temp AS $$
BEGIN
    EXECUTE format('GRANT USAGE ON SCHEMA kanju TO %I', p_role);
    EXECUTE format('GRANT EXECUTE ON FUNCTION hello, exchange, died TO %I', p_role);
END $$;
REVOKE ALL ON FUNCTION allow_work(name) FROM PUBLIC;

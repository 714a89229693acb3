-- A redaction kept the names of streams, which may be the name of the person that it was about. It
-- keeps their ids alone (rulings §13.2). The record of a deletion has no id: of a stream that was
-- deleted since, the time is kept, by which the record tells the name.
UPDATE "redaction" r SET "left" = jsonb_set(r."left", '{streams}', (
  SELECT coalesce(jsonb_agg((s - 'name') || coalesce((
      SELECT jsonb_build_object('id', NULL, 'deleted_at',
          to_char(min(d."occurred_at") AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        FROM "action" d JOIN "account" a ON a."id" = d."account_id"
        WHERE a."no" = r."account_no" AND d."action" = 'stream.delete' AND d."detail" ->> 'name' = s ->> 'name'
          AND d."occurred_at" >= r."done_at" AND s ->> 'id' IS NOT NULL
          AND NOT EXISTS (SELECT FROM "stream" x WHERE x."id"::text = s ->> 'id')
        HAVING count(*) > 0), '{}') ORDER BY place), '[]')
  FROM jsonb_array_elements(r."left" -> 'streams') WITH ORDINALITY AS of (s, place)))
WHERE r."left" IS NOT NULL;

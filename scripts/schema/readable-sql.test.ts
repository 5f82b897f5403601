import { expect, test } from 'vitest'
import { toReadableSql } from './readable-sql.ts'

test.each([
  ['CREATE INDEX a ON public.b USING btree (c DESC)', 'create index a on b (c desc)'],
  [`CHECK (a = 'It''s VOID'::text)`, `check (a = 'It''s VOID')`],
  [`DEFAULT '{A}'::text[]`, `default '{A}'::text[]`],
  [`a || '\n'::text || b`, `a || e'\\n' || b`],
  ['CHECK (\nCASE\n    WHEN a THEN b\nEND)', 'check (case when a then b end)'],
  ['(x COLLATE "C")', '(x collate "C")'],
  [`AS $function$ SELECT 'A'\n $function$`, `as $function$ SELECT 'A'\n $function$`],
])('%s becomes %s', (printed, readable) => {
  expect(toReadableSql(printed)).toBe(readable)
})

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listMigrationFiles } from './migrate.ts'
import { splitStatements } from './split-statements.ts'

const FOLDER = path.join(import.meta.dirname, '../../../migrations')
const migrations = await Promise.all(
  (await listMigrationFiles()).map(
    async (name) => [name, await readFile(path.join(FOLDER, `${name}.sql`), 'utf8')] as const,
  ),
)

test('C260 Statements end at semicolons, and empty ones are dropped', () => {
  expect(splitStatements('select 1;\n;; select 2 ;-- done\n')).toEqual(['select 1', 'select 2'])
  expect(splitStatements('select 1; select 2')).toEqual(['select 1', 'select 2'])
  expect(splitStatements(' -- nothing;\n/* at; */ ;')).toEqual([])
  expect(splitStatements('')).toEqual([])
})

test('C260 Comments between statements are dropped, and those within are kept', () => {
  expect(splitStatements('-- a; b\nselect /* c; */ 1 -- d; e\n, 2; -- f')).toEqual([
    'select /* c; */ 1 -- d; e\n, 2',
  ])
})

test.each([
  ['a text with doubled quotes', "'a;''b;''; '"],
  ['a text that ends with a backslash', String.raw`'\'`],
  ['a text with escapes', String.raw`E'a\';b'';\\'`],
  ['a text with escapes and no space before it', String.raw`1=e'\';'`],
  ['a text after the name of a type that ends with e', String.raw`date'\'`],
  ['a name', '"a;""b;"'],
  ['a body', "$$ it's; -- one\n /* $a$ */ $$"],
  ['a body with a tag', '$body$ $$; $body; $$ $bodyx$; $body$'],
  ['a body with a tag of other letters', '$größe_1$ ; $größe$ ; $größe_1$'],
  ['a name with dollars', 'a$b$ + c$b$'],
  ['a parameter', '$1 + $2'],
  ['a comment in a comment', '/* a /* b; */ c; */ 1'],
  ['a comment with dashes', "/* -- ; ' $$ */ 1"],
  ['a comment with quotes', "1 -- it's; /* $$\n + 1"],
  ['operators', 'a - b / c * d'],
])('C260 No statement ends within %s', (_what, part) => {
  expect(splitStatements(`select ${part};select 2;`)).toEqual([`select ${part.trim()}`, 'select 2'])
})

test.each(["'a; b", '"a; b', "E'a; b\\", '$$ a; b', '$a$ a; b $$'])(
  'C260 What has no end lasts to the end of the text: %s',
  (part) => {
    expect(splitStatements(`select ${part}`)).toEqual([`select ${part}`])
  },
)

test('C260 A comment without an end is dropped', () => {
  expect(splitStatements('select 1; /* a /* b */ ; c')).toEqual(['select 1'])
})

const KEYWORD =
  /^(?:alter|analyze|create|delete|do|drop|insert|revoke|select|set|truncate|update|with)\b/i

test.each(migrations)('C260 The statements of %s are complete', (_name, text) => {
  const statements = splitStatements(text)
  expect(statements.length).toBeGreaterThan(0)
  expect(statements.filter((statement) => !KEYWORD.test(statement))).toEqual([])
  let at = 0
  for (const statement of statements) {
    const found = text.indexOf(statement, at)
    expect(text.slice(at, found)).toMatch(BETWEEN)
    at = found + statement.length
  }
  expect(text.slice(at)).toMatch(BETWEEN)
})

/** What a migration has between its statements. */
const BETWEEN = /^(?:\s|;|--.*)*$/

const INNER = /\bbegin\s+atomic\b|^create\s+(?:or\s+replace\s+)?rule\b/im

test('C260 No migration has statements within a statement', () => {
  const torn = migrations.filter(([, text]) => INNER.test(text))
  expect(torn.map(([name]) => name)).toEqual([])
})

/**
 * `node scripts/banned-words.ts src/core`: lists the words that docs/glossary.md bans, in a folder or file.
 * Without an argument it reads the whole project.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

export type Ban = { phrase: string; instead: string; pattern: RegExp }
export type Hit = { file: string; line: number; phrase: string; instead: string }

const ROOT = path.join(import.meta.dirname, '..')
const GLOSSARY = 'docs/glossary.md'
const LIST = '## Words we do not use'
const ROW = /^\| (?!banned|-)([^|]+) \| ([^|]+) \|$/gm
const TEXT = /\.(ts|tsx|js|css|html|sql|md|json|yml)$/
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'data', '.git'])
const LAST_RELEASED_MIGRATION = 335

/** Files that may contain banned words, each with the reason. */
const EXEMPT: [file: RegExp, reason: string][] = [
  [/^package-lock\.json$/, 'written by npm'],
  [/^migrations\/schema\//, 'written by npm test from the released migrations'],
  [/^scripts\/banned-words\.test\.ts$/, 'its samples'],
]

/** The list of docs/glossary.md. Throws if its table is missing. */
export function readBans(): Ban[] {
  const [, list] = readFileSync(path.join(ROOT, GLOSSARY), 'utf8').split(LIST)
  const rows = [...(list ?? '').matchAll(ROW)]
  if (!rows.length) throw new Error(`${GLOSSARY} has no table under "${LIST}"`)
  return rows.flatMap(([, phrases = '', instead = '']) =>
    pairWords(phrases.trim().split(', '), instead.trim()),
  )
}

/** Pairs the words one by one if there are as many on both sides. */
function pairWords(phrases: string[], instead: string): Ban[] {
  const words = instead.split(', ')
  return phrases.map((phrase, index) => ({
    phrase,
    instead: (words.length === phrases.length && words[index]) || instead,
    pattern: toPattern(phrase),
  }))
}

/** The names of two words in the last column of the terms: `carry-in`, `taken_over`, `/take-over`. */
export function readStoredNames(): string[] {
  const [terms = ''] = readFileSync(path.join(ROOT, GLOSSARY), 'utf8').split(LIST)
  const cells = [...terms.matchAll(/^\|.*\|(.*)\|$/gm)].map(([, cell = '']) => cell)
  const names = [...cells.join().matchAll(/`\/?([^`]+)`/g)].map(([, name = '']) => name)
  return names.filter((name) => /[-_]|[a-z][A-Z]/.test(name))
}

/** The banned words in one file's text and path. `file` is relative to the project, with slashes. */
export function findBanned(file: string, text: string, bans: Ban[], storedNames: string[]): Hit[] {
  const inText = prepare(file, text, storedNames)
  const inPath = splitCamelCase(file)
  return bans.flatMap(({ phrase, instead, pattern }) => [
    ...(pattern.test(inPath) ? [{ file, line: 0, phrase, instead }] : []),
    ...[...inText.matchAll(new RegExp(pattern, 'gi'))].map(({ index }) => ({
      file,
      line: inText.slice(0, index).split('\n').length,
      phrase,
      instead,
    })),
  ])
}

/** Every text file under a folder that the ban applies to, relative to the project. */
export function listFiles(under = ''): string[] {
  const start = path.join(ROOT, under)
  if (statSync(start).isFile()) return isChecked(under) ? [under] : []
  return readdirSync(start, { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(under, entry.name)
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : listFiles(file)
    return entry.isFile() && isChecked(file) ? [file] : []
  })
}

export function checkFiles(files: string[]): Hit[] {
  const bans = readBans()
  const storedNames = readStoredNames()
  return files.flatMap((file) =>
    findBanned(file, readFileSync(path.join(ROOT, file), 'utf8'), bans, storedNames),
  )
}

export function describeHit({ file, line, phrase, instead }: Hit): string {
  return `${file}:${line || 'path'} "${phrase}": ${instead}`
}

function isChecked(file: string): boolean {
  const [, migration] = /^migrations\/(\d+)-/.exec(file) ?? []
  if (migration && Number(migration) <= LAST_RELEASED_MIGRATION) return false
  return TEXT.test(file) && !EXEMPT.some(([pattern]) => pattern.test(file))
}

/** Blanks what is exempt and keeps the lines where they are. */
function prepare(file: string, text: string, storedNames: string[]): string {
  const [open, close] = file === GLOSSARY ? text.split(LIST) : [text]
  const checked = close === undefined ? (open ?? '') : `${open}${LIST}`
  const unquoted = checked
    .replaceAll(/^.*(?:\/\/|--|\*) quoted:.*$/gm, '')
    .replaceAll(file.endsWith('.md') ? /```[\s\S]*?```|`[^`]*`/g : /(?!)/g, blank)
  const escaped = storedNames.map((name) => escape(name)).join('|')
  const plain = unquoted.replaceAll(new RegExp(`(?<![\\w-])(?:${escaped})(?![\\w-])`, 'g'), blank)
  return splitCamelCase(plain)
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ')
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function splitCamelCase(text: string): string {
  return text.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
}

/** A phrase may break over the lines of a comment, or be part of a name: "pay day", pay_day, payDay. */ // quoted: sample
function toPattern(phrase: string): RegExp {
  const words = phrase
    .replace(/\.$/, '')
    .split(/[ -]/)
    .map((word) => escape(word).replaceAll("'", "['’]"))
  const end = phrase.endsWith('.') ? '(?=\\s*(?:[.,:;)?!"\'`]|$))' : '(?![a-z])'
  return new RegExp(`(?<![a-z])${words.join('[\\s_*/#>-]+')}${end}`, 'i')
}

if (import.meta.main) {
  const hits = checkFiles(
    listFiles(path.posix.normalize(process.argv[2] ?? '.').replace(/^\.$|\/$/, '')),
  )
  for (const hit of hits) process.stdout.write(`${describeHit(hit)}\n`)
  const files = new Set(hits.map(({ file }) => file))
  process.stdout.write(`${hits.length} banned words in ${files.size} files\n`)
  process.exitCode = hits.length ? 1 : 0
}

/** Words that no text for users contains: labels, messages, printed papers, the user guide. Comments and names may. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')

/** Each word with the one to use. British spellings, and terms that the glossary has another word for. */
const BANNED: Record<string, string> = {
  anew: 'again',
  behaviour: 'behavior',
  cancelled: 'canceled',
  'carried over': 'carried forward',
  'carry over': 'carry forward',
  carryover: 'carry-forward',
  catalogue: 'catalog',
  centre: 'center',
  'changed by hand': 'edited',
  cheque: 'check',
  colour: 'color',
  favourite: 'favorite',
  'former owner': 'previous owner',
  'former payee': 'previous payee',
  instalment: 'installment',
  labelled: 'labeled',
  licence: 'license',
  organise: 'organize',
  'pay day': 'settlement run',
  'per cent': 'percent',
  recognise: 'recognize',
  tyre: 'tire',
}
const PATTERN = new RegExp(String.raw`\b(${Object.keys(BANNED).join('|')})(?:s|d)?\b`, 'gi')

test('No text for users contains a banned word', () => {
  // Spanish has its own words, such as "cheque".
  const code = listFiles('src/{core,server,web}/**/*.{ts,tsx}', /\.test\.|\/testing\/|spanish\.ts$/)
  const pages = listFiles('{README.md,docs/guide/**/*.md}', /(?!)/)
  expect([code.length > 500, pages.length > 10]).toEqual([true, true])
  const found = [
    ...code.flatMap((file) => findBanned(file, readTexts(file, readSource(file)))),
    ...pages.flatMap((file) => findBanned(file, [readSource(file)])),
  ]
  expect(found).toEqual([])
})

test('A banned word is found in a string, a template and JSX, and not in a comment, a name or a longer word', () => {
  const text = `/** A cheque */ const colour = "A Cheque" + \`\${a} tyres\`
    const b = <p title="instalments">centre central</p>`
  expect(findBanned('a.tsx', readTexts('a.tsx', text))).toEqual([
    'a.tsx: Cheque, use check',
    'a.tsx: tyres, use tire',
    'a.tsx: instalments, use installment',
    'a.tsx: centre, use center',
  ])
})

function findBanned(file: string, texts: string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(PATTERN)])
  return found.map(([hit, word = '']) => `${file}: ${hit}, use ${BANNED[word.toLowerCase()]}`)
}

/** The strings of a source file, and the texts of its JSX. */
function readTexts(file: string, source: string): string[] {
  // Parsing takes long, and few files have a banned word at all.
  if (source.search(PATTERN) < 0) return []
  const texts: string[] = []
  function visit(node: ts.Node): void {
    if (ts.isStringLiteralLike(node) || ts.isTemplateMiddleOrTemplateTail(node) || isPart(node))
      texts.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest))
  return texts
}

const isPart = (node: ts.Node): node is ts.TemplateHead | ts.JsxText =>
  ts.isTemplateHead(node) || ts.isJsxText(node)

function listFiles(pattern: string, skipped: RegExp): string[] {
  return globSync(pattern, { cwd: ROOT }).filter((file) => !skipped.test(file))
}

function readSource(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8')
}

/** Limits on exported names and circular imports. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.join(import.meta.dirname, '..')

const files = globSync('{src,e2e,scripts,faults}/**/*.{ts,tsx}', { cwd: ROOT }).toSorted()
const sources = new Map(
  files
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]),
)

test('No exported name has two meanings in a layer', () => {
  const declared = [...sources].flatMap(([file, text]) => {
    const layer = /^src\/(core|server|web)\//.exec(file)?.[1]
    return layer ? listExports(text).map((name) => ({ file, name: `${layer} ${name}` })) : []
  })
  expect(declared.length).toBeGreaterThan(1000)
  expect(findRepeated(declared)).toEqual([])
})

test('No files import each other in a circle, types included', () => {
  const imports = new Map([...sources].map(([file, text]) => [file, listImports(file, text)]))
  expect([...imports.values()].flat().length).toBeGreaterThan(2000)
  expect(findCircles(imports)).toEqual([])
})

test('The checks find a repeated name and a circle', () => {
  expect(listExports('export async function* a() {}\nexport type B = 1\nconst c = 2')).toEqual([
    'a',
    'B',
  ])
  const twice = ['x.ts', 'y.ts'].map((file) => ({ file, name: 'web a' }))
  expect(findRepeated(twice)).toEqual(['web a: x.ts, y.ts'])
  const text = "import type {\n  A,\n} from './b.ts'\nimport '#web/c.ts'\nvoid import('./d.ts')"
  expect(listImports('src/web/a.ts', text)).toEqual(
    ['b', 'c', 'd'].map((name) => `src/web/${name}.ts`),
  )
  const circle = { a: ['b'], b: ['c'], c: ['b'], d: ['a'], e: ['e'] }
  expect(findCircles(new Map(Object.entries(circle)))).toEqual(['b → c → b', 'e → e'])
})

function listExports(text: string): string[] {
  const declarations = /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm
  return [...text.matchAll(declarations)].flatMap(([, name]) => name ?? [])
}

function findRepeated(declared: { file: string; name: string }[]): string[] {
  const byName = Map.groupBy(declared, ({ name }) => name)
  const repeated = [...byName].filter(([, found]) => found.length > 1)
  return repeated.map(([name, found]) => `${name}: ${found.map(({ file }) => file).join(', ')}`)
}

/** Static, side-effect and dynamic imports of project files. */
function listImports(file: string, text: string): string[] {
  const imported = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)|\bimport\(\s*'([^']+)/gm
  return [...text.matchAll(imported)].flatMap(([, from = '', lazy = '']) => {
    const target = from || lazy
    if (target.startsWith('./')) return path.join(path.dirname(file), target)
    return /^#(core|server|web)\//.test(target) ? `src/${target.slice(1)}` : []
  })
}

/** Searches depth first. A file that is already on the path closes a circle, which is named from its first file. */
function findCircles(imports: Map<string, string[]>): string[] {
  const circles = new Set<string>()
  const done = new Set<string>()
  function visit(file: string, trail: string[]): void {
    const start = trail.indexOf(file)
    if (start >= 0) circles.add(describeCircle(trail.slice(start)))
    if (start >= 0 || done.has(file)) return
    for (const next of imports.get(file) ?? []) visit(next, [...trail, file])
    done.add(file)
  }
  for (const file of imports.keys()) visit(file, [])
  return [...circles].toSorted()
}

function describeCircle(members: string[]): string {
  const first = members.indexOf(members.toSorted()[0] ?? '')
  const turned = [...members.slice(first), ...members.slice(0, first)]
  return [...turned, turned[0]].join(' → ')
}

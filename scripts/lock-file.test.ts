import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

type LockFile = {
  packages: Record<string, { version?: string; resolved?: string; optionalDependencies?: object }>
}

const text = await readFile(path.join(import.meta.dirname, '../package-lock.json'), 'utf8')
const { packages } = JSON.parse(text) as LockFile

/** If a registry lacks a binary, `npm install` silently drops it from the file, and `npm ci` then fails. */
test('package-lock.json names the binaries of every platform', () => {
  const locked = new Set(
    Object.keys(packages).map((place) => place.replace(/^.*node_modules\//, '')),
  )
  const required = Object.values(packages).flatMap((one) =>
    Object.keys(one.optionalDependencies ?? {}),
  )
  expect(required.length).toBeGreaterThan(50)
  expect(required.filter((name) => !locked.has(name))).toEqual([])
})

test('package-lock.json has versions and no registry address', () => {
  const entries = Object.entries(packages).filter(([place]) => place !== '')
  expect(entries.filter(([, { version }]) => !version)).toEqual([])
  expect(entries.filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([])
})

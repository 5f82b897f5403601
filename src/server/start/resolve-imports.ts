/**
 * Resolves the imports of Haulbook's 900 modules, and of the files within two packages, without checking the disk, which would
 * take a third of the start. Import it first; the modules that follow need a dynamic import. Node resolves everything else.
 */
import { registerHooks } from 'node:module'

const SOURCE = new URL('../../', import.meta.url).href
/** The import paths that `imports` of package.json maps. */
const SUBPATH = /^#(?=(?:core|server|web)\/.*\.ts$)/
/** Packages of several hundred files that are all ECMAScript modules. */
const MODULE_PACKAGE = /\/node_modules\/(?:kysely|zod)\//

registerHooks({
  resolve(specifier, context, nextResolve) {
    const parent = context.parentURL ?? ''
    const url = findModule(specifier, parent)
    if (url) return { url, format: 'module-typescript', shortCircuit: true }
    const file = findPackageFile(specifier, parent)
    if (file) return { url: file, format: 'module', shortCircuit: true }
    return nextResolve(specifier, context)
  },
})

function findModule(specifier: string, parent: string): string | undefined {
  if (SUBPATH.test(specifier)) return SOURCE + specifier.slice(1)
  const isRelative = specifier.startsWith('.') && specifier.endsWith('.ts')
  return isRelative && parent.startsWith(SOURCE) ? new URL(specifier, parent).href : undefined
}

function findPackageFile(specifier: string, parent: string): string | undefined {
  const isRelative = specifier.startsWith('.') && specifier.endsWith('.js')
  return isRelative && MODULE_PACKAGE.test(parent) ? new URL(specifier, parent).href : undefined
}

/**
 * Resolves the imports of Haulbook's modules without a look at the disk: a third of the start, with 900 modules. Import it first; the
 * modules that follow need a dynamic import. Node resolves packages, and everything else, itself.
 */
import { registerHooks } from 'node:module'

const SOURCE = new URL('../../', import.meta.url).href
/** The import paths that `imports` of package.json maps. */
const SUBPATH = /^#(?=(?:core|server|web)\/.*\.ts$)/

registerHooks({
  resolve(specifier, context, nextResolve) {
    const url = findModule(specifier, context.parentURL ?? '')
    return url
      ? { url, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context)
  },
})

function findModule(specifier: string, parent: string): string | undefined {
  if (SUBPATH.test(specifier)) return SOURCE + specifier.slice(1)
  const isRelative = specifier.startsWith('.') && specifier.endsWith('.ts')
  return isRelative && parent.startsWith(SOURCE) ? new URL(specifier, parent).href : undefined
}

import type { Permission } from './roles.ts'

type Permissions = ReadonlySet<Permission>

/**
 * Remembers the results of `build` by its first argument and the permissions, on which nothing else has an influence. To build
 * them takes longer than the rest of a request.
 */
export function byPermissions<Of extends object, Result>(
  build: (of: Of, permissions: Permissions) => Result,
): (of: Of, permissions: Permissions) => Result {
  const results = new WeakMap<Of, Map<string, Result>>()
  return (of, permissions) => {
    const key = [...permissions].join(' ')
    const known = results.get(of) ?? new Map<string, Result>()
    results.set(of, known)
    const result = known.get(key) ?? build(of, permissions)
    known.set(key, result)
    return result
  }
}

import type { Permission } from './roles.ts'

type Permissions = ReadonlySet<Permission>

/**
 * Caches the results of `build` by its first argument and the permissions: a result depends on nothing else. Building one
 * takes longer than the rest of a request.
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

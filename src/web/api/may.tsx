/** What the signed-in user's role may do. It only hides what the server would reject (SPEC C82). */
import { useMemo, type ReactNode } from 'react'
import type { Entity, Listing } from '#core/entities/entity.ts'
import { getEntity } from '#core/entities/entities.ts'
import type { EntityName } from '#core/fields/field.ts'
import { permissionToChange } from '#core/team/entity-access.ts'
import type { Permission } from '#core/team/roles.ts'
import { hideFields } from '#core/team/visible-listing.ts'
import { usePermissions } from './session.ts'

export function useMay(permission: Permission): boolean {
  return usePermissions().has(permission)
}

type OnlyForProps = { permission: Permission; children: ReactNode }

/** Shows its content to users with the permission. */
export function OnlyFor({ permission, children }: OnlyForProps): ReactNode {
  return useMay(permission) ? children : null
}

/** Whether the user may add, change and delete records of the entity. */
export function useMayChange(entity: EntityName): boolean {
  return useMay(permissionToChange(entity))
}

/** The listing, entity or form without the fields that are hidden from the user. */
export function useVisible<Shown extends Pick<Listing, 'fields'>>(listing: Shown): Shown {
  const permissions = usePermissions()
  return useMemo(() => hideFields(listing, permissions), [listing, permissions])
}

export function useEntity(name: EntityName): Entity {
  return useVisible(getEntity(name))
}

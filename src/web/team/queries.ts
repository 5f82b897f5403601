/** The requests of the Team page (SPEC C68, C69). */
import { queryOptions } from '@tanstack/react-query'
import type { Team } from '#core/team/team.ts'
import type { TeamSettings } from '#core/team/team-settings.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'

const TEAM = ['team']
const SETTINGS = ['team-settings']

export const teamQuery = queryOptions({
  queryKey: TEAM,
  queryFn: () => request<Team>('GET', '/api/team'),
  // "Last seen" changes without any action of the user.
  staleTime: 0,
})

export const teamSettingsQuery = queryOptions({
  queryKey: SETTINGS,
  queryFn: () => request<TeamSettings>('GET', '/api/team/settings'),
})

type Removal = {
  path: string
  done: string
  failed: string
  onDone: () => void
  onRemoved?: () => void
}

/** Ends a membership or revokes an invitation. */
export function useRemoval({ path, done, failed, onDone, onRemoved }: Removal) {
  function finish() {
    onDone()
    void queryClient.invalidateQueries({ queryKey: TEAM })
  }
  return useAction({
    send: () => request('DELETE', `/api/team/${path}`),
    done,
    failed,
    onDone: () => {
      finish()
      onRemoved?.()
    },
    onFailure: finish,
    refetch: 'nothing',
  })
}

export function useSaveTeamSettings() {
  return useAction({
    send: (body: Partial<TeamSettings>) =>
      request<TeamSettings>('PUT', '/api/team/settings', { body }),
    done: 'Role settings saved',
    failed: 'Failed to save the role settings',
    onDone: (saved) => queryClient.setQueryData(SETTINGS, saved),
    refetch: 'nothing',
  })
}

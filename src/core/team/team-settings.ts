/** What an Admin decides for the team (SPEC C68). Each is a column of `team_settings`, in the order of the screen and of the CSV file. */
import { ROLE_SETTINGS, type TeamSetting } from './roles.ts'

export const TEAM_SETTINGS = {
  ...ROLE_SETTINGS,
  separateApproval: {
    label: 'Separate approval and payment',
    hint: 'The person who approved a statement can’t pay it. Needs at least two members.',
    initially: false,
  },
  requireTwoStep: {
    label: 'Require two-step login',
    hint: 'Each member sets up an authenticator app at the next login.',
    initially: false,
  },
  ownerConfirmations: {
    label: 'Truck owners see rate confirmations',
    hint: 'The rate confirmations of their loads, which show everything that the broker pays.',
    initially: false,
  },
} as const satisfies Record<string, TeamSetting>

export type TeamSettingName = keyof typeof TEAM_SETTINGS
export type TeamSettings = Record<TeamSettingName, boolean>

export const teamSettingNames = Object.keys(TEAM_SETTINGS) as TeamSettingName[]

export const TEAM_DEFAULTS = Object.fromEntries(
  teamSettingNames.map((name) => [name, TEAM_SETTINGS[name].initially]),
) as TeamSettings

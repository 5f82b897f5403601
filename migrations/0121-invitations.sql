-- An Admin invites a person by a link, of which only the hash is kept (SPEC C69). A used link's row is deleted.
create table invitations (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  email text not null,
  role text not null check (role in ('admin', 'accounting', 'dispatcher', 'safety', 'viewer', 'owner', 'driver')),
  owner_id bigint,
  driver_id bigint,
  token_hash text not null,
  -- Who invited.
  person_id uuid not null,
  expires_at timestamptz not null default now() + interval '7 days',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  -- A new invitation replaces the person's earlier one.
  constraint invitations_email_key unique (user_id, email),
  constraint invitations_token_hash_key unique (user_id, token_hash),
  constraint invitations_person_id_fkey foreign key (user_id, person_id)
    references members (user_id, person_id) on delete cascade,
  constraint invitations_owner_id_fkey foreign key (user_id, owner_id) references owners (user_id, id) on delete cascade,
  constraint invitations_driver_id_fkey foreign key (user_id, driver_id) references drivers (user_id, id) on delete cascade,
  constraint invitations_represents_check check (
    (role = 'owner') = (owner_id is not null) and (role = 'driver') = (driver_id is not null))
);

-- What an Admin decides for the roles. An account without a row has the defaults.
create table team_settings (
  user_id uuid not null references users (id) on delete cascade,
  id bigint generated always as identity,
  dispatcher_revenue boolean not null default true,
  viewer_revenue boolean not null default false,
  driver_revenue boolean not null default false,
  separate_approval boolean not null default false,
  require_two_step boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, id),
  constraint team_settings_user_id_key unique (user_id)
);

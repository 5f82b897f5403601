-- A double of Citus, for tests on plain PostgreSQL. It is not Citus: it distributes nothing. It has functions and
-- catalogs of the same names, records the calls, and rejects what Citus 13.2 rejects, with the same messages. The rows
-- stay in the table. Each worker is a schema (worker_1, worker_2) with the tables' sequences in the worker's range.

create schema citus_double;

create table citus_double.calls (number integer generated always as identity, call text not null);
-- Where a test wants a fault: "fails" raises an error, "loses" deletes a row.
create table citus_double.faults (of_table text not null, kind text not null);

create table citus_double.pg_dist_partition (
  logicalrelid regclass primary key, partmethod "char" not null, repmodel "char" not null, colocationid integer);
create table citus_double.pg_dist_object (classid oid not null, objid oid not null, primary key (classid, objid));
create table citus_double.pg_dist_node (
  nodename text not null, nodeport integer not null, groupid integer primary key, noderole text not null default 'primary',
  isactive boolean not null default true, hasmetadata boolean not null default true,
  metadatasynced boolean not null default true);
create view citus_double.pg_dist_local_group as
  select coalesce(nullif(current_setting('citus_double.group', true), ''), '0')::integer as groupid;

create function citus_double.is_on(setting text, default_value text) returns boolean language sql as $$
  select coalesce(nullif(current_setting(setting, true), ''), default_value) in ('on', 'true', '1') $$;

create function citus_double.citus_get_active_worker_nodes(out node_name text, out node_port bigint)
returns setof record language sql as $$
  select nodename, nodeport::bigint from citus_double.pg_dist_node where groupid > 0 and isactive $$;

create function citus_double.create_distributed_function(
  function_name regprocedure, distribution_arg_name text default null, colocate_with text default 'default')
returns void language plpgsql as $$
begin
  if current_setting('citus.multi_shard_modify_mode', true) is distinct from 'sequential' then
    raise exception 'cannot run function command because there was a parallel operation on a distributed table in the transaction';
  end if;
  insert into citus_double.calls (call) values ('function ' || function_name);
  insert into citus_double.pg_dist_object values ('pg_proc'::regclass, function_name) on conflict do nothing;
end $$;

-- What Citus rejects for both kinds of tables.
create function citus_double.check_table(checked regclass) returns void language plpgsql as $$
declare
  has_rows boolean;
begin
  if exists (select from citus_double.faults where of_table = checked::text and kind = 'fails') then
    raise exception 'a fault that a test planted at %', checked;
  end if;
  if exists (select from citus_double.pg_dist_partition where logicalrelid = checked) then
    raise exception 'table "%" is already distributed', checked;
  end if;
  if not exists (select from citus_double.citus_get_active_worker_nodes()) then
    raise exception 'cannot distribute table "%": there are no active worker nodes', checked;
  end if;
  if exists (select from pg_trigger where tgrelid = checked and not tgisinternal)
      and not citus_double.is_on('citus.enable_unsafe_triggers', 'off') then
    raise exception 'cannot distribute relation "%" because it has triggers', checked;
  end if;
  if exists (select from pg_constraint where contype = 'f' and conrelid = checked and confrelid <> checked
      and confrelid not in (select logicalrelid from citus_double.pg_dist_partition)) then
    raise exception 'referenced table of "%" must be a distributed table or a reference table', checked;
  end if;
  execute format('select exists (select from %s)', checked) into has_rows;
  if has_rows and exists (
      select from pg_trigger where tgrelid = checked and not tgisinternal and tgenabled <> 'D' and tgtype & 32 = 0) then
    raise exception 'relation "audit" does not exist' using hint = 'The copy fires the triggers on the shards.';
  end if;
  if exists (select from citus_double.faults where of_table = checked::text and kind = 'loses') then
    execute format('delete from %s where ctid = (select ctid from %s limit 1)', checked, checked);
  end if;
end $$;

create function citus_double.create_reference_table(table_name regclass) returns void language plpgsql as $$
begin
  -- Citus would convert every linked table that is still local.
  if citus_double.is_on('citus.enable_local_reference_table_foreign_keys', 'on') and exists (
      select from pg_constraint join pg_attribute on attrelid = conrelid and attidentity <> ''
      where contype = 'f' and confrelid = table_name
        and conrelid not in (select logicalrelid from citus_double.pg_dist_partition)) then
    raise exception 'cannot complete operation on a table with identity column';
  end if;
  perform citus_double.check_table(table_name);
  if exists (select from pg_constraint join citus_double.pg_dist_partition on logicalrelid = confrelid
      where contype = 'f' and conrelid = table_name and partmethod = 'h') then
    raise exception 'cannot create foreign key constraint'
      using detail = 'Foreign keys from reference tables to distributed tables are not supported.';
  end if;
  insert into citus_double.calls (call) values ('reference ' || table_name);
  insert into citus_double.pg_dist_partition values (table_name, 'n', 't', 1);
end $$;

create function citus_double.create_distributed_table(
  table_name regclass, distribution_column text, distribution_type text default 'hash',
  colocate_with text default 'default', shard_count integer default null)
returns void language plpgsql as $$
declare
  number smallint := (select attnum from pg_attribute where attrelid = table_name and attname = distribution_column);
  colocation integer := 2;
  link record;
begin
  if number is null then raise exception 'column "%" of relation "%" does not exist', distribution_column, table_name; end if;
  perform citus_double.check_table(table_name);
  if colocate_with not in ('default', 'none') then
    select colocationid into colocation from citus_double.pg_dist_partition
      where logicalrelid = colocate_with::regclass and partmethod = 'h';
    if not found then raise exception 'relation "%" is not distributed', colocate_with; end if;
  elsif colocate_with = 'none' then
    select coalesce(max(colocationid), 1) + 1 into colocation from citus_double.pg_dist_partition;
  end if;
  if exists (select from pg_index where indrelid = table_name and (indisunique or indisexclusion)
      and not number = any(indkey::smallint[])) then
    raise exception 'cannot create constraint on "%"', table_name using
      detail = 'Distributed relations cannot have UNIQUE, EXCLUDE, or PRIMARY KEY constraints that do not include the partition column (with an equality operator if EXCLUDE).';
  end if;
  for link in select * from pg_constraint join citus_double.pg_dist_partition on logicalrelid = confrelid
      where contype = 'f' and conrelid = table_name loop
    if link.confdeltype in ('n', 'd') and number = any(link.conkey) then
      raise exception 'cannot create foreign key constraint' using
        detail = 'SET NULL or SET DEFAULT is not supported in ON DELETE operation when distribution key is included in the foreign key constraint';
    end if;
    if link.partmethod = 'h' and (link.colocationid <> colocation or not exists (
        select from unnest(link.conkey, link.confkey) as part (mine, other)
          join pg_attribute on attrelid = link.confrelid and attnum = other
        where mine = number and attname = distribution_column)) then
      raise exception 'cannot create foreign key constraint' using detail = 'Foreign keys are supported in two cases, either in between two colocated tables including partition column in the same ordinal in the both tables or from distributed to reference tables';
    end if;
  end loop;
  insert into citus_double.calls (call)
    values (format('distributed %s by %s with %s', table_name, distribution_column,
      case when colocate_with in ('default', 'none') then colocate_with else colocate_with::regclass::text end));
  insert into citus_double.pg_dist_partition values (table_name, 'h', 's', colocation);
  perform citus_double.make_sequences(table_name);
end $$;

-- Each worker has the table's sequence in its own range.
create function citus_double.make_sequences(of_table regclass) returns void language plpgsql as $$
declare
  node record;
  identity record;
  short text := (select relname from pg_class where oid = of_table);
begin
  for node in select groupid from citus_double.pg_dist_node where groupid > 0 loop
    execute format('create schema if not exists %I', 'worker_' || node.groupid);
    execute format('create table %I.%I (like %s including identity)', 'worker_' || node.groupid, short, of_table);
    for identity in select attname from pg_attribute where attrelid = of_table and attidentity <> '' loop
      execute format('alter sequence %s minvalue %s maxvalue %s start %s restart',
        pg_get_serial_sequence(format('%I.%I', 'worker_' || node.groupid, short), identity.attname),
        (node.groupid::bigint << 48) + 1, (node.groupid::bigint + 1) << 48, (node.groupid::bigint << 48) + 1);
    end loop;
  end loop;
end $$;

create function citus_double.truncate_local_data_after_distributing_table(function_name regclass)
returns void language plpgsql as $$
begin
  if not exists (select from citus_double.pg_dist_partition where logicalrelid = function_name) then
    raise exception 'supplied parameter is not a distributed relation';
  end if;
  if exists (select from pg_constraint where contype = 'f' and confrelid = function_name
      and conrelid not in (select logicalrelid from citus_double.pg_dist_partition)) then
    raise exception 'cannot truncate a table referenced in a foreign key constraint by a local table';
  end if;
  if exists (select from pg_trigger
      where tgrelid = function_name and not tgisinternal and tgenabled <> 'D' and tgtype & 32 <> 0) then
    raise exception 'The audit log is only ever added to';
  end if;
  insert into citus_double.calls (call) values ('truncate ' || function_name);
end $$;

-- Citus opens new connections. They do not see changes that this transaction has not committed.
create function citus_double.run_command_on_workers(
  command text, parallel boolean default true, out nodename text, out nodeport integer, out success boolean, out result text)
returns setof record language plpgsql as $$
declare
  node record;
  path text := current_setting('search_path');
begin
  for node in select * from citus_double.pg_dist_node where groupid > 0 and isactive order by groupid loop
    nodename := node.nodename;
    nodeport := node.nodeport;
    success := true;
    if exists (select from citus_double.pg_dist_partition as one where one.xmin = pg_current_xact_id_if_assigned()::xid) then
      success := false;
      result := 'relation does not exist';
      return next;
      continue;
    end if;
    -- A test may give a worker its own catalogs.
    perform set_config('search_path', format('worker_%s, citus_double, public, pg_catalog', node.groupid), true);
    perform set_config('citus_double.group', node.groupid::text, true);
    begin
      execute command into result;
    exception when others then
      success := false;
      result := 'ERROR: ' || sqlerrm;
    end;
    perform set_config('search_path', path, true);
    perform set_config('citus_double.group', '', true);
    return next;
  end loop;
end $$;

-- For a change of a distributed table, Citus prepares the text of the whole message on the workers (citusdata/citus issue
-- 6608). The double does not look into `execute`. PostgreSQL counts the statements: it opens a cursor for one select only.
create function citus_double.check_message() returns event_trigger language plpgsql as $$
declare
  opened refcursor;
begin
  perform from pg_event_trigger_ddl_commands() as command
    left join pg_index on command.classid = 'pg_class'::regclass and indexrelid = command.objid
    left join pg_trigger on command.classid = 'pg_trigger'::regclass and pg_trigger.oid = command.objid
    join citus_double.pg_dist_partition on logicalrelid = coalesce(indrelid, tgrelid, command.objid);
  if not found then return; end if;
  open opened for execute current_query();
  close opened;
exception
  when undefined_parameter then return;
  when invalid_cursor_definition then
    if sqlerrm like '%multi-query%' then
      raise exception 'cannot insert multiple commands into a prepared statement';
    end if;
end $$;

create event trigger citus_double_check_message on ddl_command_end
  when tag in ('ALTER TABLE', 'CREATE INDEX', 'CREATE TRIGGER') execute function citus_double.check_message();

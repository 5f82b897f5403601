-- An account as the product stored it at migration 0056, for old-rows.test.ts. :account is replaced by its id.
-- Settlements: 1 paid, 2, 4 and 7 approved, 5 void, 3, 6 and 8 pending. Statement numbers follow the approvals.

insert into users (id, email, password) values (:account, :account || '@example.com', 'x');
insert into owners (user_id, id, name, email, phone, address, payment_method) overriding system value values
  (:account, 1, 'Ann Lee', 'ann@example.com', '5551234567', '1 Oak St', 'check'),
  (:account, 2, 'Bob Ruiz', 'bob@example.com', '5557654321', '2 Elm St', 'zelle');
insert into trucks (user_id, id, truck_id, make, model, year, owner_id) overriding system value values
  (:account, 1, 'T-1', 'Volvo', 'VNL', 2021, 1),
  (:account, 2, 'T-2', 'Mack', 'Anthem', 2020, 2),
  (:account, 3, 'T-3', 'Kenworth', 'T680', 2019, null);
insert into deduction_rules
  (user_id, id, truck_id, category, description, basis, value, balance, total, owner_id) overriding system value values
  (:account, 1, 1, 'other', 'Truck loan', 'fixed', 200, 'loan', 2000, 1),
  (:account, 2, null, 'other', 'Dispatch', 'percent', 12, 'none', null, null),
  (:account, 3, null, 'fuel', 'Fuel', 'per-mile', 0.60, 'none', null, null),
  (:account, 4, null, 'parking', 'Parking', 'per-load', 25, 'none', null, null),
  (:account, 5, null, 'insurance', 'Escrow', 'fixed', 50, 'escrow', 1000, null),
  (:account, 6, 2, 'other', 'Advance', 'percent', 10, 'advance', 500, 2),
  (:account, 7, null, 'other', 'Trailer', 'fixed', 200, 'none', null, null);
insert into loads (user_id, id, load_id, truck_id, pickup_state, delivery_state, pickup_date, delivery_date,
    settlement_date, miles, revenue) overriding system value values
  (:account, 101, '1042', 1, 'TX', 'OK', '2026-08-28', '2026-08-29', '2026-09-04', 500, 2400),
  (:account, 102, '1043', 1, 'OK', 'KS', '2026-08-29', '2026-08-30', '2026-09-04', 300, 1000),
  (:account, 103, '1044', 1, 'KS', 'NE', '2026-08-30', '2026-08-31', '2026-09-04', 200, 900),
  (:account, 104, '1045', 1, 'NE', 'SD', '2026-08-31', '2026-09-01', '2026-09-04', 100, 500),
  (:account, 105, '1046', 1, 'SD', 'ND', '2026-09-01', '2026-09-02', '2026-09-04', 450, 800),
  (:account, 106, '1047', 1, 'ND', 'MN', '2026-09-02', null, '2026-09-04', 250, 650),
  (:account, 201, '1050', 1, 'MN', 'WI', '2026-09-07', '2026-09-08', '2026-09-11', 150, 300),
  (:account, 301, '1051', 1, 'WI', 'IL', '2026-09-14', '2026-09-15', '2026-09-18', 1000, 5200),
  (:account, 302, '1052', 1, 'IL', 'TX', '2026-09-16', '2026-09-17', '2026-09-18', 1000, 4000),
  (:account, 401, '1060', 2, 'TX', 'LA', '2026-08-30', '2026-08-31', '2026-09-04', 400, 1500),
  (:account, 402, '1061', 2, 'LA', 'MS', '2026-09-01', '2026-09-02', '2026-09-04', 300, 900),
  (:account, 403, '1062', 2, 'MS', 'GA', '2026-09-08', '2026-09-09', '2026-09-11', 1234.5, 2000),
  (:account, 501, '1070', 3, 'GA', 'FL', '2026-09-02', '2026-09-03', '2026-09-04', 30, 20),
  (:account, 502, '1071', 3, 'FL', 'GA', '2026-09-08', '2026-09-09', '2026-09-11', 0, 0);

-- What an approval did: it stored the snapshot, which named no format, and the statement number.
create or replace function pg_temp.approve(account uuid, statement bigint, statement_number integer)
returns void language sql as $$
  insert into statement_snapshots (user_id, billing_id, snapshot)
    select account, statement, jsonb_build_object(
      'company', jsonb_build_object('companyName', 'Example Carrier'),
      'truck', jsonb_build_object('truckId', trucks.truck_id, 'year', year, 'make', make, 'model', model, 'vin', vin),
      'payee', case when owners.id is not null then jsonb_build_object('name', name, 'address', address,
        'taxIdEnding', null, 'paymentMethod', owners.payment_method) end,
      'drivers', '[]'::jsonb,
      'loads', (select jsonb_agg(jsonb_build_object('id', id, 'loadId', load_id, 'broker', null, 'driver', null,
          'driver2', null, 'pickupCity', null, 'pickupState', pickup_state, 'pickupDate', pickup_date,
          'deliveryCity', null, 'deliveryState', delivery_state, 'deliveryDate', delivery_date, 'cargoType', null,
          'weight', weight::text, 'miles', miles::text, 'revenue', revenue::text) order by id)
        from loads where user_id = account and truck_id = billing.truck_id
          and settlement_date = billing.settlement_date),
      'lines', (select jsonb_agg((select jsonb_object_agg(field_name(key), case
          when key in ('amount', 'quantity', 'rate') then to_jsonb(value #>> '{}') else value end)
          from jsonb_each(to_jsonb(line))) order by id)
        from expenses as line where user_id = account and billing_id = statement),
      'balances', '[]'::jsonb,
      'yearToDate', '{"revenue": "0.00", "expenses": "0.00", "net": "0.00"}'::jsonb,
      'year', 2026)
    from billing join trucks on trucks.user_id = account and trucks.id = billing.truck_id
      left join owners on owners.user_id = account and owners.id = billing.owner_id
    where billing.user_id = account and billing.id = statement;
  update billing set status = 'approved', number = statement_number, approved_at = now()
    where user_id = account and id = statement;
$$;

insert into billing (user_id, id, truck_id, owner_id, settlement_date, start_date, end_date, total_revenue)
  overriding system value values
  (:account, 1, 1, 1, '2026-09-04', '2026-08-30', '2026-09-05', 6250),
  (:account, 2, 1, 1, '2026-09-11', '2026-09-06', '2026-09-12', 300),
  (:account, 4, 2, 2, '2026-09-04', '2026-08-30', '2026-09-05', 2400),
  (:account, 5, 2, 2, '2026-09-11', '2026-09-06', '2026-09-12', 2000),
  (:account, 7, 3, null, '2026-09-04', '2026-08-30', '2026-09-05', 20);

insert into expenses (user_id, id, billing_id, truck_id, date, kind, category, description, quantity, rate, amount,
    formula, rule_id, rule_key, by_hand) overriding system value values
  (:account, 1, 1, 1, '2026-09-04', 'plain', 'fuel', null, null, null, 700, null, null, null, false),
  (:account, 2, 1, 1, '2026-09-04', 'entered', 'fuel', 'Diesel', 120.5, 3.89, 468.75, null, null, null, false),
  (:account, 3, 1, 1, '2026-09-04', 'rule', 'other', 'Truck loan', null, null, 200,
    'instalment 1 of 10, $200.00 of $2,000.00', 1, 'rule:1', false),
  (:account, 4, 1, 1, '2026-09-04', 'rule', 'other', 'Dispatch', null, null, 750,
    '12% × $6,250.00', 2, 'rule:2', false),
  (:account, 5, 1, 1, '2026-09-04', 'rule', 'insurance', 'Escrow', null, null, 50,
    'instalment 1 of 20, $50.00 of $1,000.00', 5, 'rule:5', false),
  (:account, 6, 1, 1, '2026-09-04', 'rule', 'parking', 'Parking', 6, 25, 150, '6 loads × $25.00', 4, 'rule:4', false),
  (:account, 7, 1, 1, '2026-09-04', 'rule', 'fuel', 'Fuel', null, null, 900,
    '15% × $6,250.00, changed by hand', null, 'default:fuel', true),
  (:account, 8, 1, 1, '2026-09-04', 'rule', 'insurance', 'Insurance', null, null, 0,
    'skipped', null, 'default:insurance', true);
select pg_temp.approve(:account, 1, 1);
update billing set status = 'paid', paid_on = '2026-09-08', payment_method = 'check', payment_reference = '1001'
  where user_id = :account and id = 1;

-- 1042 is adjusted on the next statement, 1043 in part on a draft, and 1044 is written off. 1045 is deleted, and 1046
-- moved to another date. 1048 came late. "1049: B" came late, was adjusted and then deleted.
update loads set revenue = 2150 where user_id = :account and id = 101;
update loads set revenue = 1300 where user_id = :account and id = 102;
update loads set revenue = 700 where user_id = :account and id = 103;
delete from loads where user_id = :account and id = 104;
update loads set settlement_date = '2026-09-18' where user_id = :account and id = 105;
insert into loads (user_id, id, load_id, truck_id, pickup_state, delivery_state, pickup_date, settlement_date, revenue)
  overriding system value values
  (:account, 107, '1048', 1, 'TX', 'OK', '2026-09-03', '2026-09-04', 400);
insert into releases (user_id, id, billing_id, load_id, amount, reason) overriding system value values
  (:account, 1, 1, 103, -200, 'Agreed by phone');

insert into expenses (user_id, id, billing_id, truck_id, date, kind, category, description, amount, formula, rule_id,
    rule_key, corrects, load_id) overriding system value values
  (:account, 9, 2, 1, '2026-09-11', 'rule', 'other', 'Truck loan', 200,
    'instalment 2 of 10, $400.00 of $2,000.00', 1, 'rule:1', null, null),
  (:account, 10, 2, 1, '2026-09-11', 'correction', 'other',
    'Load 1042: $2,400.00 → $2,150.00 after statement 1', 250, null, null, null, 1, 101),
  (:account, 11, 2, 1, '2026-09-11', 'refund', 'insurance', 'Escrow', -20, null, 5, null, null, null),
  (:account, 12, 2, 1, '2026-09-11', 'carry-out', 'other',
    'Carried out to the next statement', -130, null, null, null, null, null);
select pg_temp.approve(:account, 2, 2);

insert into expenses (user_id, id, billing_id, truck_id, date, kind, category, description, amount, formula, rule_id,
    rule_key) overriding system value values
  (:account, 41, 4, 2, '2026-09-04', 'rule', 'other', 'Advance', 240,
    '10% × $2,400.00, $240.00 of $500.00', 6, 'rule:6'),
  (:account, 42, 4, 2, '2026-09-04', 'rule', 'insurance', 'Escrow', 50,
    'instalment 1 of 20, $50.00 of $1,000.00', 5, 'rule:5');
select pg_temp.approve(:account, 4, 3);
update loads set revenue = 1600 where user_id = :account and id = 401;

-- A void statement: it has lines of balances and an adjustment, and its load changed, too.
insert into expenses (user_id, id, billing_id, truck_id, date, kind, category, description, amount, formula, rule_id,
    rule_key, corrects, load_id) overriding system value values
  (:account, 51, 5, 2, '2026-09-11', 'rule', 'other', 'Advance', 200,
    '10% × $2,000.00, $440.00 of $500.00', 6, 'rule:6', null, null),
  (:account, 52, 5, 2, '2026-09-11', 'rule', 'insurance', 'Escrow', 50,
    'instalment 2 of 20, $100.00 of $1,000.00', 5, 'rule:5', null, null),
  (:account, 53, 5, 2, '2026-09-11', 'correction', 'other',
    'Load 1060: $1,500.00 → $1,600.00 after statement 3', -100, null, null, null, 4, 401);
select pg_temp.approve(:account, 5, 4);
update billing set status = 'paid', paid_on = '2026-09-15', payment_method = 'zelle'
  where user_id = :account and id = 5;
update billing set status = 'void', voided_at = now(), void_reason = 'Wrong miles' where user_id = :account and id = 5;
update expenses set voided = true where user_id = :account and billing_id = 5;
update loads set revenue = 2500 where user_id = :account and id = 403;

-- Truck 3 has no owner and no driver. Its carry-forward is written off. 1061 moves to it from truck 2.
insert into expenses (user_id, id, billing_id, truck_id, date, kind, category, description, amount, formula, rule_id,
    rule_key) overriding system value values
  (:account, 71, 7, 3, '2026-09-04', 'rule', 'insurance', 'Escrow', 50,
    'instalment 1 of 20, $50.00 of $1,000.00', 5, 'rule:5'),
  (:account, 72, 7, 3, '2026-09-04', 'carry-out', 'other',
    'Carried out to the next statement', -30, null, null, null);
select pg_temp.approve(:account, 7, 5);
insert into releases (user_id, id, billing_id, load_id, amount, reason) overriding system value values
  (:account, 2, 7, null, -30, 'Truck sold');
update loads set truck_id = 3 where user_id = :account and id = 402;

insert into billing (user_id, id, truck_id, owner_id, settlement_date, start_date, end_date, total_revenue)
  overriding system value values
  (:account, 3, 1, 1, '2026-09-18', '2026-09-13', '2026-09-19', 10000),
  (:account, 6, 2, 2, '2026-09-11', '2026-09-06', '2026-09-12', 2500),
  (:account, 8, 3, null, '2026-09-11', '2026-09-06', '2026-09-12', 0);
insert into expenses (user_id, id, billing_id, truck_id, date, kind, category, description, quantity, rate, amount,
    formula, rule_id, rule_key, by_hand) overriding system value values
  (:account, 14, 3, 1, '2026-09-18', 'rule', 'other', 'Truck loan', null, null, 200,
    'fixed $200.00', 1, 'rule:1', false),
  (:account, 15, 3, 1, '2026-09-18', 'rule', 'other', 'Dispatch', null, null, 1200,
    '12% × $10,000.00', 2, 'rule:2', false),
  (:account, 16, 3, 1, '2026-09-18', 'rule', 'fuel', 'Fuel', 2450, 0.60, 1470,
    '2,450 mi × $0.60', 3, 'rule:3', false),
  (:account, 17, 3, 1, '2026-09-18', 'rule', 'parking', 'Parking', 3, 25, 75, '3 loads × $25.00', 4, 'rule:4', false),
  (:account, 18, 3, 1, '2026-09-18', 'rule', 'insurance', 'Escrow', null, null, 40,
    'fixed $50.00, changed by hand', 5, 'rule:5', true),
  (:account, 19, 3, 1, '2026-09-18', 'rule', 'fuel', 'Fuel', null, null, 1400,
    '15% × $10,000.00, changed by hand', null, 'default:fuel', true),
  (:account, 20, 3, 1, '2026-09-18', 'rule', 'insurance', 'Insurance', null, null, 0,
    'skipped', null, 'default:insurance', true),
  -- It was deleted, and then edited: the old version did not store what it was computed from.
  (:account, 21, 3, 1, '2026-09-18', 'rule', 'other', 'Transponder', null, null, 60,
    'skipped', null, 'default:custom:0:Transponder', true),
  (:account, 22, 3, 1, '2026-09-18', 'rule', 'other', 'Admin', null, null, 275,
    '2.75% × $10,000.00', null, 'default:custom:0:Admin', false),
  (:account, 25, 3, 1, '2026-09-18', 'entered', 'tolls', 'Scale', 2, 12.50, 25, null, null, null, false),
  (:account, 61, 6, 2, '2026-09-11', 'rule', 'other', 'Advance', null, null, 200,
    '10% × $2,000.00', 6, 'rule:6', false),
  (:account, 62, 6, 2, '2026-09-11', 'rule', 'fuel', 'Fuel', 1234.5, 0.60, 740.70,
    '1,234.5 mi × $0.60', 3, 'rule:3', false),
  (:account, 63, 6, 2, '2026-09-11', 'rule', 'parking', 'Parking', 1, 25, 25, '1 load × $25.00', 4, 'rule:4', false),
  (:account, 81, 8, 3, '2026-09-11', 'rule', 'fuel', 'Fuel', 0, 0.60, 0, '0 mi × $0.60', 3, 'rule:3', false),
  (:account, 82, 8, 3, '2026-09-11', 'rule', 'fuel', 'Fuel', null, null, 0,
    '15% × $0.00', null, 'default:fuel', false),
  -- Two lines without a basis in their formula: one has no formula, and the rule's target of the other was removed later.
  (:account, 83, 8, 3, '2026-09-11', 'rule', 'other', 'Radio', null, null, 0, null,
    null, 'default:custom:0:Radio', true),
  (:account, 84, 8, 3, '2026-09-11', 'rule', 'other', 'Trailer', null, null, 200,
    'instalment 3 of 10, $600.00 of $2,000.00', 7, 'rule:7', false);
insert into expenses (user_id, id, billing_id, truck_id, date, kind, category, description, amount, formula,
    carried_from, corrects, load_id) overriding system value values
  (:account, 13, 3, 1, '2026-09-18', 'carry-in', 'other',
    'Carried over from statement 2 of 09/11/2026', 130, 'net below zero', 2, null, null),
  (:account, 23, 3, 1, '2026-09-18', 'correction', 'other',
    'Load 1043: $1,000.00 → $1,100.00 after statement 1', -100, null, null, 1, 102),
  (:account, 24, 3, 1, '2026-09-18', 'correction', 'other',
    'Load 1049: B: $0.00 → $600.00 after statement 1', -600, null, null, 1, 108);
insert into statement_numbers (user_id, last) values (:account, 5);

-- A deduction can be limited to a percentage of the net, as child support is (15 USC 1673, SPEC C316).
alter table deduction_rules add column net_percent numeric;
alter table deduction_rules add constraint deduction_rules_net_percent_check check (net_percent is null
  or net_percent > 0 and net_percent <= 100 and min_scale(net_percent) <= 4 and kind = 'deduction' and category <> 'fuel'
    and basis not in ('percent-of-net', 'factored-percent', 'factoring-fee'));
-- `net_figure`: the net that the percentage was taken of.
alter table expenses add column net_percent numeric;
alter table expenses add column net_figure numeric(14, 2);
alter table expenses add constraint expenses_net_percent_check check ((net_percent is null) = (net_figure is null)
  and (net_percent is null or net_floor is not null));

-- A plug-in may bring a rule that blocks plans (E-02). The code knows the rules; a list in the database refused new ones, and the
-- plan that it refused held up every plan after it.
alter table fan_out_plan drop constraint fan_out_plan_held_by_check;

package appcode

import "testing"

func TestReads(t *testing.T) {
	for code, want := range map[string]bool{
		`puts Order.where(status: "open").to_sql`:                       true,
		`puts Order.count; p User.first.email`:                          true,
		`Order.where(status: "open").each { |o| puts o.id }`:            true,
		`puts "#{Order.count} orders"`:                                  true,
		`from orders.models import Order; print(Order.objects.count())`: true,
		"from orders.models import Order\nfor o in Order.objects.filter(status='open')[:5]:\n    print(o.pk, o.status)": true,
		`print(f"{Order.objects.count()} orders")`:                              true,
		`echo App\Models\Order::count();`:                                       true,
		`dump(App\Models\Order::where('status', 'open')->first()->shipped_at);`: true,
		`$o = App\Models\Order::find(3); echo $o->title;`:                       true,
		`IO.inspect(Shop.Orders.list_users() |> length())`:                      true,
		`Shop.Repo.all(Shop.Order) |> Enum.count() |> IO.inspect()`:             true,

		`puts Order.group(:status).count; puts Order.limit(3).pluck(:id, :total_cents).inspect`: true,
		`Order.all.map(&:id)`:                         true,
		`Order.all.map(&:destroy)`:                    false,
		`Order.all.map(&:api_token)`:                  false,
		`Order.pluck(:password_digest)`:               false,
		``:                                            false,
		`Order.delete_all`:                            false,
		`Order.first.destroy`:                         false,
		`Order.first.ship`:                            false,
		`Order.first.ship!`:                           false,
		`puts "#{Order.delete_all}"`:                  false,
		`Order.where(id: 3).update(x: 1)`:             false,
		`OrderMailer.with(id: 3)`:                     false,
		`ExportJob.first`:                             false,
		`puts ENV["X"]`:                               false,
		`puts Rails.application.credentials`:          false,
		`puts User.first.password_digest`:             false,
		`eval("x")`:                                   false,
		"puts `ls`":                                   false,
		`Order.send(:delete_all)`:                     false,
		`Order.find(3).title = "x"; Order.first.save`: false,
		`from orders.models import Order; Order.objects.all().delete()`: false,
		`from django.conf import settings; print(settings.SECRET_KEY)`:  false,
		`from django.conf import settings; print(settings.DATABASES)`:   false,
		`Order.objects.filter(pk=1).update(status='x')`:                 false,
		`o = Order.objects.get(pk=1); o.status = 'x'; o.save()`:         false,
		`delete = Order.objects.all().delete; delete()`:                 false,
		`print(f"{Order.objects.all().delete()}")`:                      false,
		`App\Models\Order::truncate();`:                                 false,
		`App\Models\Order::find(3)->delete();`:                          false,
		`DB::statement("drop table x");`:                                false,
		`Artisan::call("migrate:fresh");`:                               false,
		`Shop.Repo.delete_all(Shop.Order)`:                              false,
		`Shop.Repo.query("drop table x")`:                               false,
		`System.cmd("rm", ["-rf", "x"])`:                                false,
		`:os.cmd('rm -rf x')`:                                           false,
		`get_user_model().objects.create_superuser("a")`:                false,
		`User.find_by_sql("x")`:                                         false,
		`puts "unfinished`:                                              false,
	} {
		if got := Reads(code); got != want {
			t.Errorf("%q: %v, want %v", code, got, want)
		}
	}
}

# Monitor and MonitorMixin: locks, which are always free because there is one thread.
module MonitorMixin
  def mon_enter; end

  def mon_exit; end

  def mon_try_enter
    true
  end

  def mon_synchronize
    yield
  end
  alias synchronize mon_synchronize

  def mon_initialize; end
end

class Monitor
  include MonitorMixin
  alias enter mon_enter
  alias exit mon_exit
  alias try_enter mon_try_enter
end

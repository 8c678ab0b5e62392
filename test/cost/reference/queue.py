"""Checks cost/simulation: simulates Lambda's environments by the rules below, without that code. Standard library only.

usage: python3 queue.py '{"rate": 7, "burst": 10, "mean": 150, "variation": 0.5, "provisioned": 25, "limit": 900,
                          "cold": 1500, "keep": 300000, "batch": 20000, "batches": 20, "day": 0, "seed": 1}'

Times are in milliseconds. Bursts of `burst` requests arrive as a Poisson process. A request takes an idle provisioned
environment, or else the idle on-demand environment used last, or else it starts one in the time `cold`. An on-demand
environment that was idle for longer than `keep` is gone. Responses after `limit` (without the network) are late. Prints the
late share of each batch. If `day` is above 0, a batch is a day of `day` requests that begins without on-demand environments.
"""
import heapq
import json
import math
import random
import sys


class Service:
    """Busy environments as a heap, and idle provisioned and on-demand ones."""

    def __init__(self, provisioned):
        self.idle_provisioned = provisioned
        self.idle_on_demand = []
        self.working = []

    def release(self, now):
        while self.working and self.working[0][0] <= now:
            end, is_provisioned = heapq.heappop(self.working)
            if is_provisioned:
                self.idle_provisioned += 1
            else:
                self.idle_on_demand.append(end)

    def delay(self, now, keep, cold):
        """Takes an environment. Returns how long the request waits for it, and whether it is a provisioned one."""
        self.release(now)
        if self.idle_provisioned > 0:
            self.idle_provisioned -= 1
            return 0.0, True
        if self.idle_on_demand and now - self.idle_on_demand.pop() <= keep:
            return 0.0, False
        self.idle_on_demand.clear()
        return cold, False


def main():
    given = json.loads(sys.argv[1])
    source = random.Random(given["seed"])
    sigma = math.sqrt(math.log(1 + given["variation"] ** 2))
    mu = math.log(given["mean"]) - sigma * sigma / 2
    moments_per_millisecond = given["rate"] / given["burst"] / 1000
    size = given["day"] or given["batch"]
    service = Service(given["provisioned"])
    now = 0.0

    def run(requests):
        nonlocal now
        late = sent = 0
        while sent < requests:
            now += source.expovariate(moments_per_millisecond)
            for _ in range(given["burst"]):
                delay, is_provisioned = service.delay(now, given["keep"], given["cold"])
                latency = delay + source.lognormvariate(mu, sigma)
                heapq.heappush(service.working, (now + latency, is_provisioned))
                late += latency > given["limit"]
                sent += 1
        return late / sent

    if not given["day"]:
        run(round(1.2 * given["keep"] / 1000 * given["rate"]))
    shares = []
    for _ in range(given["batches"]):
        if given["day"]:
            service = Service(given["provisioned"])
        shares.append(run(size))
    print(json.dumps(shares))


main()

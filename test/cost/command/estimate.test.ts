import { describe, expect, it } from 'vitest';
import { reportFile, run, temporaryDirectory } from './run.ts';

const directory = temporaryDirectory();

interface JsonLine {
  readonly model?: string;
  readonly title: string;
  readonly quantity: number;
  readonly dollars: number;
}

describe('npm run cost', () => {
  it('prints a bill whose lines can be worked out by hand', async () => {
    const { exitCode, printed } = await run('--rps 10 --fresh 300 --provisioned 20');

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/Lambda provisioned concurrency +90,799,453 GB-seconds +\$378\.33\n/);
    expect(printed).toMatch(/Lambda requests +26,280,000 requests +\$5\.26\n/);
  });

  it('explains every line with its arithmetic, source and date', async () => {
    const { printed } = await run('--rps 10 --fresh 300 --provisioned 4 --explain');

    expect(printed).toContain('4 environments × 1769/1024 GB × 730 h × 3600 s = 18,159,891 GB-seconds');
    expect(printed).toMatch(
      /lambda\.provisioned\.x86_64: \$0\.0000041667 per GB-second \(.*https:.*; 20\d\d-/,
    );
  });

  it('prices a competition and says what a month of it would be', async () => {
    const { printed } = await run('--rps 7 --fresh 150 --provisioned 8 --days 4 --hours 10');

    expect(printed).toMatch(/total, 4 days of 10 h +\$\d/);
    expect(printed).toMatch(/day and night for a month +\$\d/);
  });

  it('takes the free tier off where it is told to, and says in its last line that it did', async () => {
    const { printed } = await run('--rps 1 --fresh 200 --memory 1024 --free-tier');
    const without = await run('--rps 1 --fresh 200 --memory 1024');

    // (2,628,000 − 1,000,000) × 0.0000002, (525,600 − 400,000) × 0.0000166667
    expect(printed).toMatch(/Lambda requests +2,628,000 requests +1,000,000 free +\$0\.33/);
    expect(printed).toMatch(/Lambda duration, on demand +525,600 GB-seconds +400,000 free +\$2\.09/);
    expect(printed).toMatch(/, after the free tier; no savings plan or tax\.$/);
    expect(without.printed).toMatch(/, no free tier, savings plan or tax\.$/);
  });

  it('counts the instances that a rate takes at the throughput that was measured', async () => {
    const { printed } = await run(
      '--stage prod --set managedInstances=true --rps 200 --fresh 15 --throughput 58 --set cpuUtilization=0.55',
    );

    expect(printed).toContain('as given; 55 % of the CPU in use');
    // 200 / (58 × 0.55) = 6.3 environments; three of them on each c7i.xlarge, whose fourth vCPU is Lambda's.
    expect(printed).toContain('7 environments of 1 vCPU 2048 MB on 3 × c7i.xlarge (Managed Instances)');
    expect(printed).toMatch(/EC2 instances, c7i.xlarge +4,380 hours +\$390\.91/);
    expect(printed).toContain('priced are the cheapest that hold all environments, c7i.xlarge');
    expect(printed).not.toContain('Lambda duration');
  });

  it('prices a stage on Managed Instances, with the endpoint that its salt needs', async () => {
    const stage = '--stage prod --set managedInstances=true --set instanceTypes=c7i.large';
    const { printed } = await run(
      `${stage} --set serverSaltSecret=/salt --rps 20 --fresh 15 --throughput 58`,
    );

    expect(printed).toContain('3 environments of 1 vCPU 2048 MB on 3 × c7i.large (Managed Instances)');
    // Logs and salt, in three zones.
    expect(printed).toMatch(/Interface endpoints +4,380 hours +\$43\.80/);
    expect(printed).not.toContain('provisioned');
  });

  it.each([
    [
      '--stage prod --set managedInstances=true --rps 7 --fresh 15',
      '--throughput is missing: handwriting runs on Managed Instances',
    ],
    ['--stage prod --rps 7 --fresh 15 --throughput 9', 'not for handwriting: --set managedInstances=true.'],
    [
      '--stage prod --set managedInstances=true --set maximumEnvironments=4 --rps 700 --fresh 15 --throughput 58',
      '700 requests/s need 25 environments, but maximumEnvironments is 4.',
    ],
    [
      '--stage prod --set managedInstances=true --set maximumVcpus=12 --rps 700 --fresh 15 --throughput 58',
      'vCPUs, but maximumVcpus is 12.',
    ],
    ['--rps -3 --fresh 100', '--rps must be a number above 0, not "-3".'],
    ['--fresh 100', '--rps is missing: give the requests per second, or --from'],
    ['--rps 7', '--fresh is missing: give the mean duration of an uncached request in ms, or --from'],
    ['--rps 7 --fresh 100 --repeats 0.2', '--cached is missing: 20 % of the requests are repeats'],
    ['--rps 7 --fresh 100 --repeats 20', '--repeats must be a number of 0 or more and at most 1, not "20".'],
    ['--rps 7 --fresh 100 --region mars-1', 'Unknown region "mars-1": there are prices for ap-northeast-1'],
    ['--rps 7 --fresh 100 --architecture mips', '--architecture must be x86_64 or arm64, not "mips".'],
    [
      '--rps 7 --fresh 100 --provisioned 1.5',
      '--provisioned must be a whole number of 0 or more, not "1.5".',
    ],
    [
      '--rps 7 --fresh 100 --memory 100',
      '--memory must be a whole number above 127 and at most 10240, not "100".',
    ],
    ['--rps 7 --fresh 100 --hours 3', '--hours needs --days'],
    ['guess --rps 7', 'Unknown command "guess": there are estimate, plan, compare, sweep.'],
    ['--rps 7 --fresh 150 --throughput 58', '--throughput needs --stage'],
    ['pln --rps 7', 'Unknown command "pln": did you mean plan?'],
    ['--from nowhere.json', 'Cannot read nowhere.json as JSON'],
  ])('refuses "%s" with one line that says what would be right', async (line, message) => {
    const { exitCode, printed, reported } = await run(line);

    expect([exitCode, printed]).toEqual([2, '']);
    expect(reported).toContain(message);
    expect(reported).not.toContain('\n');
  });

  it.each(['', '--help', 'plan --help', 'compare --help', 'sweep --help'])(
    'helps with "%s"',
    async (line) => {
      const { exitCode, printed } = await run(line);

      expect(exitCode).toBe(0);
      expect(printed).toContain(`npm run cost -- ${line.split(' ')[1] ? line.split(' ')[0] : '['}`);
    },
  );
});

describe('npm run cost -- --from', () => {
  const outcomeOf = async (line: string) =>
    JSON.parse((await run(`${line} --json`)).printed).models[0].outcome;

  it('prices exactly the load run it is given', async () => {
    const { printed } = await run(`--from ${reportFile(directory)} --provisioned 6 --json`);

    const { bill } = JSON.parse(printed);
    const line = (title: string) => bill.lines.find((line: JsonLine) => line.title === title).quantity;
    // 8/s × 730 h, 75 % of them 160 ms and 25 % 16 ms, 2 % on demand.
    expect(bill.requests).toBe(8 * 730 * 3600);
    expect(line('Lambda duration, provisioned')).toBeCloseTo((bill.requests * 0.124 * 1769 * 0.98) / 1024, 0);
    expect(line('Lambda duration, on demand')).toBeCloseTo((bill.requests * 0.124 * 1769 * 0.02) / 1024, 0);
    expect(bill.perRequestPerSecond).toBeCloseTo(bill.dollars / 8, 9);
  });

  it('takes how much was provisioned from a report that says so, and requires it where requests spilled over', async () => {
    const { printed } = await run(`--from ${reportFile(directory, { workers: 4 })} --json`);
    const { exitCode, reported } = await run(`--from ${reportFile(directory)}`);

    expect(JSON.parse(printed).models[0].configuration.provisioned).toBe(4);
    expect([exitCode, reported]).toEqual([2, expect.stringContaining('--provisioned is missing')]);
  });

  it.each([
    ['as many environments at its rate', '--provisioned 4', 'of the load run'],
    ['a rate that is the same within 5 %', '--rps 8.39', 'of the load run'],
    ['a rate beyond that', '--rps 8.41', 'simulated'],
    ['fewer environments', '--provisioned 3', 'simulated'],
    ['other durations', '--fresh 200', 'simulated'],
    ['other durations of repeats', '--cached 90', 'simulated'],
    ['another share of repeats', '--repeats 0', 'simulated'],
    ['bursts', '--burst 10', 'simulated'],
  ])('has the spill-over of the run only for what was run: %s', async (_, options, origin) => {
    const file = reportFile(directory, { workers: 4 });

    expect((await outcomeOf(`--from ${file} ${options}`)).origin).toContain(origin);
  });

  it('does not price 0 ms where the target sent no server-timing', async () => {
    const file = reportFile(directory, { billedMilliseconds: { fresh: 0, cached: 0 }, workers: 4 });

    const { exitCode, reported } = await run(`--from ${file}`);
    const given = await run(`--from ${file} --fresh 150 --cached 9`);

    expect([exitCode, reported]).toEqual([2, expect.stringContaining('--fresh is missing')]);
    expect(reported).toContain('a target that sends server-timing');
    expect(given.exitCode).toBe(0);
  });

  it.each([
    ['INVALID', 1],
    ['FAIL', 0],
  ])('says so of a run that is %s, %i times', async (outcome, times) => {
    const file = reportFile(directory, { verdict: { outcome }, workers: 4 });

    const { printed } = await run(`--from ${file}`);

    expect(printed.split('The load run is INVALID').length - 1).toBe(times);
  });
});

describe('npm run cost -- --stage', () => {
  const PROD = '--stage prod --rps 7 --fresh 150 --days 4 --hours 10';
  const WARM = '--set warmFrom=08:00 --set warmUntil=18:00 --set timeZone=Asia/Taipei';

  it('prices prod for four days of ten warm hours as it was worked out by hand', async () => {
    const { exitCode, printed } = await run(`${PROD} ${WARM}`);

    expect(exitCode).toBe(0);
    expect(printed).toContain('x86_64, 1769 MB, 10 provisioned (1 in idle hours), HTTP API, response cache');
    expect(printed).toMatch(/total, 4 days of 10 h +\$18\.17/);
  });

  it('pays environments around the clock where there are no warm hours', async () => {
    const { printed } = await run(`${PROD} --explain`);

    expect(printed).toContain('10 environments × 1769/1024 GB × 96 h × 3600 s');
    // Without warm hours and with a maximum of 20, target tracking has its two alarms all the same.
    expect(printed).toContain('12 alarms × 96 h / 730 h');
  });

  it('keeps as many environments as target tracking would, up to its maximum', async () => {
    const provisioned = async (rps: number) => {
      const { printed } = await run(`--stage prod --rps ${rps} --fresh 150 --json`);
      return JSON.parse(printed).models[0].configuration.provisioned;
    };

    // 50 × 0.15 / 0.65 = 11.5; 500 × 0.15 / 0.65 = 115, but at most 20
    expect([await provisioned(7), await provisioned(50), await provisioned(500)]).toEqual([10, 12, 20]);
  });

  it('gives each model its settings and its load, and what they share to the first', async () => {
    const { printed } = await run(
      '--stage dev --set digits.memoryMegabytes=1024 --model handwriting,rps=2,fresh=150 --model digits,rps=1,fresh=10 --json',
    );

    const { models, bill } = JSON.parse(printed);
    expect(models).toMatchObject([
      {
        model: 'handwriting',
        load: { ratePerSecond: 2 },
        configuration: { memoryMegabytes: 1769, alarms: 9, dashboards: 1 },
      },
      {
        model: 'digits',
        load: { ratePerSecond: 1 },
        configuration: { memoryMegabytes: 1024, alarms: 7, dashboards: 0 },
      },
    ]);
    expect(new Set(bill.lines.map(({ model }: JsonLine) => model))).toEqual(
      new Set(['handwriting', 'digits']),
    );
  });

  it('names what it leaves out because no price of it is cited, and nothing where there is nothing', async () => {
    const settings =
      '--set encryptionKeyArn=arn:aws:kms:eu-west-1:123456789012:key/1a --set access=hmac --set captainEmail=a@b.cd --set serverSaltSecret=/salt';

    const [{ printed }, plain, { printed: json }] = await Promise.all([
      run(`${PROD} ${settings}`),
      run(PROD),
      run(`${PROD} ${settings} --json`),
    ]);

    expect(printed).toContain(
      'Not counted, as no price is cited for it: KMS (encryptionKeyArn), Secrets Manager (access=hmac).',
    );
    expect(plain.printed).not.toContain('Not counted');
    expect(JSON.parse(json).notCounted).toEqual(['KMS (encryptionKeyArn)', 'Secrets Manager (access=hmac)']);
  });

  it('prices a stage of any name that says what it starts from', async () => {
    const line = '--rps 7 --fresh 150';

    const [own, prod] = await Promise.all([
      run(`--stage beta --set basedOn=prod ${line}`),
      run(`--stage prod ${line}`),
    ]);

    expect(own).toEqual(prod);
  });

  it('counts what arrives outside the warm hours against the idle environment', async () => {
    const line = '--stage dev --rps 3 --fresh 150 --json';
    const onDemand = async (settings: string) =>
      JSON.parse((await run(`${line} ${settings}`)).printed).models[0].outcome.onDemandShare;
    const warmHalf = '--set provisionedConcurrency=20 --set maximumProvisionedConcurrency=20';

    const [always, half] = [
      await onDemand(warmHalf),
      await onDemand(`${warmHalf} --set warmFrom=08:00 --set warmUntil=20:00 --set timeZone=Asia/Taipei`),
    ];

    // One environment at 0.45 Erlang loses 0.45 / 1.45 = 31 % (Erlang-B), and that in half of the hours.
    expect(always).toBeLessThan(0.001);
    expect(half).toBeGreaterThan(0.14);
    expect(half).toBeLessThan(0.17);
  });

  it.each([
    ['18:00', 0.001],
    ['17:00', 0.1],
  ])('warm until %s does not count busy hours after it as warm', async (until, most) => {
    const warm = `--set warmFrom=08:00 --set warmUntil=${until} --set timeZone=UTC`;

    const { printed } = await run(`${PROD} ${warm} --from ${reportFile(directory, { ratePerSecond: 7 })}`);

    const [, share = ''] = /([\d.]+) % on demand/.exec(printed) ?? [];
    expect(printed.includes('of which 36 h are warm: in the others 1 provisioned')).toBe(until === '17:00');
    expect(Number(share) / 100).toBeLessThanOrEqual(most);
    expect(Number(share) / 100 > 0.01).toBe(until === '17:00');
  });

  it.each([
    [`${PROD} --memory 1024`, '--memory comes from the stage: change it with --set memoryMegabytes=….'],
    ['--stage beta --rps 7 --fresh 150', 'There is no stage "beta": use --stage dev or --stage prod'],
    ['--stage dev --rps 7 --fresh 150 --set memory=3', 'There is no setting memory'],
    ['--stage dev --rps 7 --fresh 150 --model nothing', 'there is no model "nothing"'],
    ['--rps 7 --fresh 150 --set memoryMegabytes=3', '--set needs --stage'],
    ['--stage dev --model a,rps=1,fresh=2 --model a,rps=1,fresh=2', '--model names a twice'],
    ['--stage dev --model a,speed=1', 'not "speed=1"'],
    ['--model digits,rps=1,fresh=2', '--model needs --stage'],
    ['--rps 7 --fresh 150 --request-bytes 7000000', "Lambda's limit is 6,291,456"],
    ['--rps 7 --fresh 31000', 'an HTTP API waits for at most 30,000 ms'],
    ['--rps 7 --fresh 150 --days 60', '--days must be a number above 0 and at most 31, not "60".'],
  ])('refuses "%s" with one line that says what would be right', async (line, message) => {
    const { exitCode, printed, reported } = await run(line);

    expect([exitCode, printed]).toEqual([2, '']);
    expect(reported).toContain(message);
    expect(reported).not.toContain('\n');
  });
});

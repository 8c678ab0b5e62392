import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPORT } from '../report.ts';
import { BARE, run, temporaryDirectory } from './run.ts';

const directory = temporaryDirectory();

function reportFile(change: object = {}): string {
  const file = join(directory, 'report.json');
  writeFileSync(file, JSON.stringify({ ...REPORT, ...change }));
  return file;
}

interface JsonLine {
  readonly task?: string;
  readonly title: string;
  readonly quantity: number;
  readonly dollars: number;
}

describe('npm run cost', () => {
  it('prints the worked example to the cent', async () => {
    const line = `--rps 10 --fresh 300 --provisioned 4 --spill-over 0 --write-units 2 ${BARE} --region us-east-1`;

    const { exitCode, printed } = await run(line);

    expect(exitCode).toBe(0);
    expect(printed).toMatch(/total, month \(730 h\) +\$272\.47\n/);
    expect(printed).toMatch(/per request\/s +\$27\.25\n/);
  });

  it('explains every line with its arithmetic, source and date', async () => {
    const { printed } = await run(`--rps 10 --fresh 300 --provisioned 4 --spill-over 0 ${BARE} --explain`);

    expect(printed).toContain('4 environments × 1769/1024 GB × 730 h × 3600 s = 18,159,891 GB-seconds');
    expect(printed).toMatch(
      /lambda\.provisioned\.x86_64: \$0\.0000041667 per GB-second \(.*https:.*; 20\d\d-/,
    );
  });

  it('prices exactly the load run it is given', async () => {
    const { printed } = await run(`--from ${reportFile()} --provisioned 6 --json`);

    const { bill } = JSON.parse(printed);
    const line = (title: string) => bill.lines.find((line: JsonLine) => line.title === title).quantity;
    // 8/s × 730 h, 75 % of them 160 ms and 25 % 16 ms, 2 % on demand.
    expect(bill.requests).toBe(8 * 730 * 3600);
    expect(line('Lambda duration, provisioned')).toBeCloseTo((bill.requests * 0.124 * 1769 * 0.98) / 1024, 0);
    expect(line('Lambda duration, on demand')).toBeCloseTo((bill.requests * 0.124 * 1769 * 0.02) / 1024, 0);
    expect(bill.perRequestPerSecond).toBeCloseTo(bill.dollars / 8, 9);
  });

  it('bills as on demand what nothing is provisioned for, whatever spills over', async () => {
    const line = `--rps 10 --fresh 300 ${BARE} --json`;

    const [zero, none] = await Promise.all([run(`${line} --spill-over 0`), run(line)]);

    expect(JSON.parse(zero.printed).tasks[0].outcome.onDemandShare).toBe(1);
    expect(JSON.parse(zero.printed).bill).toEqual(JSON.parse(none.printed).bill);
  });

  it('takes from a load run how much was provisioned where its report says so', async () => {
    const { printed } = await run(`--from ${reportFile({ workers: 4 })} --json`);

    expect(JSON.parse(printed).tasks[0].configuration.provisioned).toBe(4);
  });

  it('asks how much was provisioned when a load run spilled over', async () => {
    const { exitCode, reported } = await run(`--from ${reportFile()}`);

    expect([exitCode, reported]).toEqual([2, expect.stringContaining('--provisioned is missing')]);
  });

  it('prices a competition and says what a month of it would be', async () => {
    const { printed } = await run('--rps 7 --fresh 150 --provisioned 8 --spill-over 0 --days 4 --hours 10');

    expect(printed).toMatch(/total, 4 days of 10 h +\$\d/);
    expect(printed).toMatch(/day and night for a month +\$\d/);
  });

  it('prints the same as CSV, a row for each line of the bill', async () => {
    const line = '--rps 7 --fresh 150 --provisioned 8 --spill-over 0';

    const [json, csv] = await Promise.all([run(`${line} --json`), run(`${line} --csv`)]);

    const { bill } = JSON.parse(json.printed);
    const [header = '', ...rows] = csv.printed.split('\r\n');
    const column = header.split(',').indexOf('dollars');
    const lines = rows.filter((row) => row.startsWith('bill.lines,'));
    expect(lines).toHaveLength(bill.lines.length);
    expect(Number(lines[0]?.split(',')[column])).toBe(bill.lines[0].dollars);
    expect(csv.printed).toContain('tasks,7,');
  });

  it('takes the free tier off where it is told to', async () => {
    const line = `--rps 1 --fresh 200 --memory 1024 --spill-over 1 --cold-share 0 --no-cache ${BARE}`;

    const { printed } = await run(`${line} --free-tier`);

    // (2,628,000 − 1,000,000) × 0.0000002, (525,600 − 400,000) × 0.0000166667
    expect(printed).toMatch(/Lambda requests +2,628,000 requests +1,000,000 free +\$0\.33/);
    expect(printed).toMatch(/Lambda duration, on demand +525,600 GB-seconds +400,000 free +\$2\.09/);
    expect(printed).toContain('after the free tier');
  });

  it('prices Managed Instances instead of environments', async () => {
    const { printed } = await run(`--rps 7 --fresh 150 --managed-instances 3 ${BARE}`);

    expect(printed).toMatch(/EC2 instances, c7i.large +2,190 hours +\$195\.46/);
    expect(printed).not.toContain('Lambda duration');
  });

  it('says the share of the CPU that scaling aims at as it was given', async () => {
    const { printed } = await run(`--rps 200 --fresh 15 --throughput 58 --cpu-utilization 0.55 ${BARE}`);

    expect(printed).toContain('as given; 55 % of the CPU in use');
  });

  it('counts the instances that a rate takes at the throughput that was measured', async () => {
    const { printed } = await run(`--rps 200 --fresh 15 --throughput 58 ${BARE}`);

    // 200 / (58 × 0.5) = 6.9 environments; three of them on each c7i.xlarge, whose fourth vCPU is Lambda's.
    expect(printed).toContain('7 environments of 1 vCPU 2048 MB on 3 × c7i.xlarge (Managed Instances)');
    expect(printed).toMatch(/EC2 instances, c7i.xlarge +4,380 hours +\$390\.91/);
    expect(printed).toContain('priced are the cheapest that hold all environments, c7i.xlarge');
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
      '700 requests/s take 25 environments, but maximumEnvironments is 4.',
    ],
    [
      '--stage prod --set managedInstances=true --set maximumVcpus=12 --rps 700 --fresh 15 --throughput 58',
      'vCPUs, but maximumVcpus is 12.',
    ],
    ['--rps 7 --fresh 15 --throughput 9 --managed-instances 3', 'say the same: give one of them.'],
    ['--rps -3 --fresh 100', '--rps must be a number above 0, not "-3".'],
    ['--rps seven --fresh 100', '--rps must be a number above 0, not "seven".'],
    ['--fresh 100', '--rps is missing: give the requests per second, or --from'],
    ['--rps 7', '--fresh is missing: give the mean duration of a fresh question in ms, or --from'],
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
    ['--rps 7 --fresh 100 --hours 3', '--hours and --provisioned-hours belong to --days'],
    [
      '--rps 7 --fresh 100 --days 2 --hours 9 --provisioned-hours 8',
      '--provisioned-hours must cover the 9 busy hours',
    ],
    ['--rps 7 --frsh 100', 'there is no option --frsh: did you mean --fresh?'],
    [
      'plan --rps 7 --fresh 100 --provisioned 8',
      'there is no option --provisioned; npm run cost -- plan --help lists all',
    ],
    ['--rps', '--rps needs a value: --rps <n>'],
    ['--rps 7 --fresh 100 --json=3', '--json takes no value'],
    ['--rps 7 --fresh 100 more', 'unexpected "more": options begin with --'],
    [
      'guess --rps 7',
      'Unknown command "guess": there are estimate, plan, compare, simulate, sweep, refresh.',
    ],
    ['pln --rps 7', 'Unknown command "pln": did you mean plan?'],
    ['--from nowhere.json', 'Cannot read nowhere.json as JSON'],
    ['simulate --rps 7 --fresh 100', '--environments is missing'],
    [
      'compare --rps 7 --fresh 100 --questions 100 --chart cost.png',
      '--chart must name a .svg or .html file',
    ],
    ['refresh --output nowhere', '--output must be a directory of price snapshots'],
  ])('refuses "%s" with one line that says what would be right', async (line, message) => {
    const { exitCode, printed, reported } = await run(line);

    expect([exitCode, printed]).toEqual([2, '']);
    expect(reported).toContain(message);
    expect(reported).not.toContain('\n');
  });

  it('refuses a bill by the name of the price that nobody cites', async () => {
    const { exitCode, reported } = await run(
      '--rps 7 --fresh 100 --spill-over 0 --region ap-northeast-1 --architecture arm64 --provisioned 3',
    );

    expect(exitCode).toBe(1);
    expect(reported).toMatch(/^No cited price "lambda\.provisioned\.arm64" for ap-northeast-1: .*$/);
  });

  it.each([
    '',
    '--help',
    'plan --help',
    'compare --help',
    'simulate --help',
    'sweep --help',
    'refresh --help',
  ])('helps with "%s"', async (line) => {
    const { exitCode, printed } = await run(line);

    expect(exitCode).toBe(0);
    expect(printed).toContain(`npm run cost -- ${line.split(' ')[1] ? line.split(' ')[0] : '['}`);
  });
});

describe('npm run cost -- --stage', () => {
  const PROD = '--stage prod --rps 7 --fresh 150 --spill-over 0 --days 4 --hours 10';
  const WARM = '--set warmFrom=08:00 --set warmUntil=18:00 --set timeZone=Asia/Taipei';

  it('prices prod for four days of ten warm hours as it was worked out by hand', async () => {
    const { exitCode, printed } = await run(`${PROD} ${WARM}`);

    expect(exitCode).toBe(0);
    expect(printed).toContain('x86_64, 1769 MB, 10 provisioned (1 in idle hours), http-api, result cache');
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
      const { printed } = await run(`--stage prod --rps ${rps} --fresh 150 --spill-over 0 --json`);
      return JSON.parse(printed).tasks[0].configuration.provisioned;
    };

    // 50 × 0.15 / 0.65 = 11.5; 500 × 0.15 / 0.65 = 115, but at most 20
    expect([await provisioned(7), await provisioned(50), await provisioned(500)]).toEqual([10, 12, 20]);
  });

  it('gives each task its settings and its load, and what they share to the first', async () => {
    const { printed } = await run(
      '--stage dev --set digits.memoryMegabytes=1024 --spill-over 0 --task handwriting,rps=2,fresh=150 --task digits,rps=1,fresh=10 --json',
    );

    const { tasks, bill } = JSON.parse(printed);
    expect(tasks).toMatchObject([
      {
        task: 'handwriting',
        load: { ratePerSecond: 2 },
        configuration: { memoryMegabytes: 1769, alarms: 9, dashboards: 1 },
      },
      {
        task: 'digits',
        load: { ratePerSecond: 1 },
        configuration: { memoryMegabytes: 1024, alarms: 7, dashboards: 0 },
      },
    ]);
    expect(new Set(bill.lines.map(({ task }: JsonLine) => task))).toEqual(new Set(['handwriting', 'digits']));
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
    const line = '--rps 7 --fresh 150 --spill-over 0';

    const [own, prod] = await Promise.all([
      run(`--stage beta --set basedOn=prod ${line}`),
      run(`--stage prod ${line}`),
    ]);

    expect(own).toEqual(prod);
  });

  it('counts what arrives outside the warm hours against the idle environment', async () => {
    const line = '--stage dev --rps 3 --fresh 150 --cold-share 0 --json';
    const onDemand = async (settings: string) =>
      JSON.parse((await run(`${line} ${settings}`)).printed).tasks[0].outcome.onDemandShare;
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
    [`${PROD} --memory 1024`, "--memory is the stage's own: change it with --set memoryMegabytes=…."],
    [`${PROD} --front-door rest-api`, '--front-door does not go with --stage'],
    ['--stage beta --rps 7 --fresh 150', 'There is no stage "beta": --stage dev or --stage prod'],
    ['--stage dev --rps 7 --fresh 150 --set memory=3', 'There is no setting memory'],
    ['--stage dev --rps 7 --fresh 150 --task nothing', 'there is no task "nothing"'],
    ['--rps 7 --fresh 150 --set memoryMegabytes=3', '--set belongs to --stage'],
    ['--task a,rps=1,fresh=2 --task a,rps=1,fresh=2', '--task names a twice'],
    ['--task a,speed=1', 'not "speed=1"'],
    [`${PROD} --account-concurrency 139`, 'It takes 40 environments at once, but the account may have 139'],
    ['plan --rps 20 --fresh 150 --account-concurrency 2', 'It takes 3 environments at once'],
    ['--rps 7 --fresh 150 --request-bytes 7000000', 'Lambda carries at most 6,291,456'],
    ['--rps 7 --fresh 31000', 'an HTTP API waits for 30,000 at most'],
    ['--rps 7 --fresh 150 --days 60', '--days must be a number above 0 and at most 31, not "60".'],
    ['--rps 7 --fresh 150 --spill-over 0 --json --csv', '--json and --csv exclude each other'],
    [
      '--rps 7 --fresh 150 --item-bytes 500000',
      '--item-bytes must be a whole number of 0 or more and at most 409600',
    ],
  ])('refuses "%s" with one line that says what would be right', async (line, message) => {
    const { exitCode, printed, reported } = await run(line);

    expect([exitCode, printed]).toEqual([2, '']);
    expect(reported).toContain(message);
    expect(reported).not.toContain('\n');
  });
});

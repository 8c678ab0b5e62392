import { DEFAULT_TASK } from '../../../tasks/find-task.ts';
import { alarmsOf } from '../../bill/usage/alarms.ts';
import { metricsOf } from '../../bill/usage/metrics.ts';
import { CostError } from '../../errors.ts';
import { USUAL_ALARMS } from '../../workload/defaults.ts';
import type { LoadRun } from '../../workload/load-run.ts';
import type { Configuration, Load, Period } from '../../workload/workload.ts';
import type { Arguments } from '../command-line/arguments.ts';
import { COMMANDS } from '../command-line/commands.ts';
import type { OptionName } from '../command-line/options.ts';
import { readConfiguration, readPeriod, readPrices } from './deployment.ts';
import { readLoad, readRun } from './inputs.ts';
import { plainManaged, stageManaged } from './managed.ts';
import { notCounted } from './not-counted.ts';
import type { ManagedTask } from './shared-fleet.ts';
import { deployedConfiguration, readStage, refuseStageOptions, warmHoursPerDay } from './stage.ts';

/** One task of what is to be billed, and the command line as far as it is about this task. */
export interface ServiceTask {
  /** Undefined where there is one and nobody named it. */
  readonly name: string | undefined;
  readonly args: Arguments;
  readonly run: LoadRun | undefined;
  readonly load: Load;
  readonly configuration: Configuration;
  readonly period: Period;
  readonly reserved: number | undefined;
  /** Undefined on ordinary Lambda. */
  readonly managed: ManagedTask | undefined;
  /** What its deployment uses and the bill leaves out. */
  readonly notCounted: readonly string[];
}

interface NamedArguments {
  readonly name: string | undefined;
  readonly args: Arguments;
}

/** Every task that --task names, or the one of all options; deployed as --stage says, or as the options do. */
export async function readServiceTasks(args: Arguments): Promise<[ServiceTask, ...ServiceTask[]]> {
  const named = readNamed(args);
  const tasks = args.isSet('stage') ? await stageTasks(args, named) : plainTasks(args, named);
  return tasks as [ServiceTask, ...ServiceTask[]];
}

function readNamed(args: Arguments): NamedArguments[] {
  const given = args.texts('task').map((text) => {
    const [name = '', ...assignments] = text.split(',');
    const pairs = assignments.map((assignment) => readPair(args, assignment));
    return { name, args: args.with(Object.fromEntries(pairs)) };
  });
  const twice = given.find(({ name }, index) => given.findIndex((other) => other.name === name) < index);
  if (twice) {
    throw new CostError(`--task names ${twice.name} twice: a service has a task once.`);
  }
  return given.length > 0 ? given : [{ name: undefined, args }];
}

/** Options that are the service's or the command's, not a task's. */
const NOT_OF_A_TASK: readonly OptionName[] = ['task', 'stage', 'set', 'settings', 'region', 'days', 'hours'];

function readPair(args: Arguments, assignment: string): [string, string] {
  const split = assignment.indexOf('=');
  const name = assignment.slice(0, split) as OptionName;
  const known: readonly OptionName[] = COMMANDS[args.command].options;
  if (split < 1 || !known.includes(name) || NOT_OF_A_TASK.includes(name)) {
    throw new CostError(
      `--task takes name,option=value,… with options such as rps and fresh, not "${assignment}".`,
    );
  }
  return [name, assignment.slice(split + 1)];
}

function plainTasks(all: Arguments, named: readonly NamedArguments[]): ServiceTask[] {
  const stageOnly = (['set', 'settings'] as const).find((name) => all.isSet(name));
  if (stageOnly) {
    throw new CostError(`--${stageOnly} belongs to --stage: give the stage as well.`);
  }
  const tasks = named.map(({ name, args }, index) => {
    const run = readRun(args);
    const configuration = readConfiguration(args, run);
    const isFirst = index === 0;
    const alarms = args.isSet('alarms') ? configuration.alarms : alarmsOf({ isFirst, ...USUAL_ALARMS });
    const metrics = args.isSet('metrics')
      ? configuration.metrics
      : metricsOf({ isFirst, syntheticQuestion: configuration.syntheticQuestion });
    const dashboards = isFirst ? configuration.dashboards : 0;
    return {
      name,
      args,
      run,
      load: readLoad(args, run),
      configuration: { ...configuration, metrics, alarms, dashboards },
      period: readPeriod(args),
      reserved: undefined,
      managed: undefined,
      notCounted: [],
    };
  });
  const [first] = tasks;
  if (!first) return tasks;
  const managed = plainManaged(all, tasks, first.configuration.architecture, readPrices(all));
  return tasks.map((task, index) => ({ ...task, managed: managed[index] }));
}

async function stageTasks(all: Arguments, named: readonly NamedArguments[]): Promise<ServiceTask[]> {
  for (const { args } of named) {
    refuseStageOptions(args);
  }
  const service = await readStage(
    all,
    named.map(({ name }) => name ?? DEFAULT_TASK),
  );
  const loaded = named.map(({ args }) => ({ args, load: readLoad(args, readRun(args)) }));
  const managed = stageManaged(service, loaded, readPrices(all));
  return named.map(({ args }, index) => {
    const task = service.tasks[index]!;
    const run = readRun(args);
    const load = readLoad(args, run);
    return {
      name: task.manifest.task,
      args,
      run,
      load,
      configuration: deployedConfiguration(service, task, readConfiguration(args, undefined), load),
      period: readPeriod(args, warmHoursPerDay(task)),
      reserved: task.reservedConcurrency,
      managed: managed[index],
      notCounted: notCounted(service),
    };
  });
}

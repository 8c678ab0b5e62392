import { DEFAULT_MODEL } from '../../../model-repository/find-model.ts';
import { CostError } from '../../errors.ts';
import type { LoadRun } from '../../workload/load-run.ts';
import type { Configuration, Load, Period } from '../../workload/workload.ts';
import { type Arguments, POSITIVE } from '../command-line/arguments.ts';
import { LOAD, type OptionName } from '../command-line/options.ts';
import { LOAD_RUN, readConfiguration, readLoad, readPeriod, readPrices, readRun } from './inputs.ts';
import { type ManagedModel, stageManaged } from './managed.ts';
import { deployedConfiguration, notCounted, readStage, warmHoursPerDay } from './stage.ts';

/** One model of the bill. */
export interface ServiceModel {
  /** Name of the model; undefined without a stage. */
  readonly name: string | undefined;
  readonly run: LoadRun | undefined;
  readonly load: Load;
  readonly configuration: Configuration;
  readonly period: Period;
  readonly reserved: number | undefined;
  /** The model's Managed Instances; undefined on ordinary Lambda. */
  readonly managed: ManagedModel | undefined;
  /** AWS services that the deployment uses, but the bill leaves out. */
  readonly notCounted: readonly string[];
}

interface NamedArguments {
  readonly name: string | undefined;
  readonly args: Arguments;
}

/** With --stage, the models that --model names, or the default model; without --stage, the model that the options describe. */
export async function readServiceModels(args: Arguments): Promise<[ServiceModel, ...ServiceModel[]]> {
  const models = args.isSet('stage') ? await stageModels(args, readNamed(args)) : [plainModel(args)];
  return models as [ServiceModel, ...ServiceModel[]];
}

/**
 * The one model of a command that chooses the number of environments.
 * @throws CostError for several models, for Managed Instances, and if requests also arrive outside of warm hours
 */
export async function readModel(args: Arguments): Promise<ServiceModel> {
  const [model, ...others] = await readServiceModels(args);
  if (others.length > 0) {
    throw new CostError(`${args.command} is for one model: give --model once.`);
  }
  if (model.managed) {
    throw new CostError(`${args.command} is for ordinary Lambda: leave out managedInstances.`);
  }
  const { provisionedHours, activeHours } = model.period;
  if (provisionedHours < activeHours) {
    throw new CostError(
      `${args.command} needs warm environments in all ${activeHours} busy hours, but they are warm in only ${provisionedHours} h: ` +
        'widen the time between warmFrom and warmUntil.',
    );
  }
  return model;
}

function readNamed(args: Arguments): NamedArguments[] {
  const given = args.texts('model').map((text) => {
    const [name = '', ...assignments] = text.split(',');
    return { name, args: args.with(Object.fromEntries(assignments.map(readPair))) };
  });
  const twice = given.find(({ name }, index) => given.findIndex((other) => other.name === name) < index);
  if (twice) {
    throw new CostError(`--model names ${twice.name} twice.`);
  }
  return given.length > 0 ? given : [{ name: undefined, args }];
}

function readPair(assignment: string): [string, string] {
  const split = assignment.indexOf('=');
  const name = assignment.slice(0, split) as OptionName;
  if (!(LOAD as readonly OptionName[]).includes(name)) {
    throw new CostError(`--model takes name,option=value,… with ${LOAD.join(', ')}, not "${assignment}".`);
  }
  return [name, assignment.slice(split + 1)];
}

function plainModel(args: Arguments): ServiceModel {
  const stageOnly = (['set', 'settings', 'model'] as const).find((name) => args.isSet(name));
  if (stageOnly) {
    const way = `: without a stage, the load is --rps and --fresh, or the last run of ${LOAD_RUN}`;
    throw new CostError(`--${stageOnly} needs --stage${stageOnly === 'model' ? way : ''}.`);
  }
  const run = readRun(args);
  if (args.command === 'estimate') {
    if (args.isSet('throughput')) {
      throw new CostError('--throughput needs --stage with --set managedInstances=true.');
    }
    if (!args.isSet('provisioned') && run?.coldStartShare && !run.workers) {
      throw new CostError(
        '--provisioned is missing: requests of this load run started cold, so give the number of environments that were provisioned, or 0.',
      );
    }
  }
  return {
    name: undefined,
    run,
    load: readLoad(args, run),
    configuration: readConfiguration(args, run),
    period: readPeriod(args),
    reserved: undefined,
    managed: undefined,
    notCounted: [],
  };
}

async function stageModels(all: Arguments, named: readonly NamedArguments[]): Promise<ServiceModel[]> {
  const service = await readStage(
    all,
    named.map(({ name }) => name ?? DEFAULT_MODEL),
  );
  const loaded = named.map(({ args }) => {
    const run = readRun(args);
    return { args, run, load: readLoad(args, run) };
  });
  const rated = loaded.map(({ args, load: { ratePerSecond } }) => ({
    ratePerSecond,
    throughput: all.command === 'estimate' ? args.optionalNumber('throughput', POSITIVE) : undefined,
  }));
  const prices = readPrices(all);
  const managed = stageManaged(service, rated, prices);
  return loaded.map(({ run, load }, index) => {
    const model = service.models[index]!;
    return {
      name: model.manifest.model,
      run,
      load,
      configuration: deployedConfiguration(service, model, load, prices),
      period: readPeriod(all, warmHoursPerDay(model)),
      reserved: model.reservedConcurrency,
      managed: managed[index],
      notCounted: notCounted(service, prices),
    };
  });
}

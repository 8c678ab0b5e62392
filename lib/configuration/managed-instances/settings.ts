/** How a task runs on Lambda Managed Instances; all but the first only where it does. */
export interface ManagedTaskSettings {
  /** Runs the task on EC2 instances that Lambda manages, where an environment takes several questions at once. */
  readonly managedInstances?: boolean;
  /** Questions that an environment takes at once; without it, the task's largest batch, or eight. */
  readonly concurrency?: number;
  /** Gigabytes (GiB) of memory that come with one vCPU: 2, 4 or 8. */
  readonly gigabytesPerVcpu?: number;
  /** Environments that are always there; fewer than three are not in three zones. */
  readonly minimumEnvironments?: number;
  /** The most environments there can ever be. Without it, the instances are the limit. */
  readonly maximumEnvironments?: number;
}

/** The instances, which the tasks of a service share. */
export interface InstanceSettings {
  /** Types of instances that Lambda may take, with commas between them; without it, Lambda chooses. */
  readonly instanceTypes?: string;
  /** The most vCPUs of all instances together: the ceiling of the bill. Without it, 400, AWS's own. */
  readonly maximumVcpus?: number;
  /** Share of the CPU in use that scaling aims at. Without it, AWS keeps room for twice the traffic. */
  readonly cpuUtilization?: number;
  /** Subnets for the instances, with commas between them. Without it, a network is made. */
  readonly subnetIds?: string;
  /** Security groups of the instances in those subnets, with commas between them. */
  readonly securityGroupIds?: string;
}

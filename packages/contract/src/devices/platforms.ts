export const platforms = ['android', 'ios', 'huawei'] as const;

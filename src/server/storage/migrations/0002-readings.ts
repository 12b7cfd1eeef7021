import type { Migration } from './migration.ts';

/**
 * Readings: a wide table a row of the catalogue; the newest row of each source; days and hours rolled up. A day whose
 * `day_rows` is null has changed since it was rolled up (or is still running) and is read from the readings.
 */
export const migration: Migration = {
  id: 2,
  statements: [
    `CREATE TABLE reading_status (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "sequence" :real, "installState" :int, "reportType" :int, "fastCollect" :int, "resend" :int,
      "runStatus" :int, "sendCycle" :real, "fastCollectCycle" :real, "collectionCycle" :real,
      "batteryVoltage" :real, "batteryCharge" :real, "chargeVoltage" :real, "outputVoltage" :real,
      "gsmVoltage" :real, "chargeState" :int, "ambientTemperature" :real, "communicationStandard" :int,
      "signalStrength" :real, "loraSignalStrength" :real, "operator" :int, "elapsed0" :real,
      "elapsed1" :real, "elapsed2" :real, "elapsed3" :real, "elapsed4" :real, "elapsed5" :real,
      "elapsed6" :real, "lbsLongitude" :real, "lbsLatitude" :real, "gpsLongitude" :real,
      "gpsLatitude" :real, "pushData" :int, "hardwareVersion" :text, "softwareVersion" :text,
      "bootVersion" :text, "gsmVersion" :text, "imei" :text, "iccid" :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_tilt (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "x" :real, "y" :real, "z" :real, "x1h" :real, "y1h" :real, "z1h" :real, "x5h" :real, "y5h" :real,
      "z5h" :real, "tilt" :real, "direction" :real, "azimuth" :real, "ax" :real, "ay" :real, "az" :real,
      "axMax" :real, "ayMax" :real, "azMax" :real, "temperature" :real, "temperatureAdaptive" :int,
      "zeroMode" :int, "trendMode" :int, "offsetX" :real, "offsetY" :real, "offsetZ" :real,
      "threshold" :real, "triggerSwitch" :int, "triggerThreshold" :real, "triggerTime" :real,
      "alarmState" :int, "runState" :int, "firmware" :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_waveform (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "samplingRate" :real, "triggerCause" :int, "x" :blob, "y" :blob, "z" :blob,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_crack (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "opening" :real, "length" :real, "installedLength" :real, "temperature" :real, "range" :real,
      "zeroMode" :int, "alarmValue" :real, "collectionCycle" :real, "cycleEnabled" :int,
      "alarmState" :int, "runState" :int, "firmware" :text,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_moisture (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "moisture" :real, "soilFrequency" :real, "waterFrequency" :real, "frequency" :real,
      "temperature" :real, "depth" :real, "alarmState" :int, "runState" :int,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_rain (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "amount" :real, "interval" :real, "daily" :real, "resolution" :real, "alarmValue" :real,
      "alarmState" :int, "runState" :int, "dataType" :int,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_profile (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "temperature" :real, "alarmState" :int, "runState" :int, "depth" :real, "angleA" :real,
      "angleB" :real, "incrementalA" :real, "incrementalB" :real, "cumulativeA" :real,
      "cumulativeB" :real,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_level (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "level" :real, "pressure" :real, "temperature" :real, "alarmState" :int, "runState" :int,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_settlement (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "temperature" :real, "alarmState" :int, "runState" :int, "depth" :real, "settlement" :real,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_sound (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "dominantFrequency" :real, "amplitude" :real, "pressure" :real, "duration" :real, "alarmState" :int,
      "runState" :int,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_blast (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "ppvX" :real, "ppvY" :real, "ppvZ" :real, "ppv" :real, "dominantFrequencyX" :real,
      "dominantFrequencyY" :real, "dominantFrequencyZ" :real, "duration" :real, "alarmState" :int,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE reading_horn (
      source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL, received_at :int NOT NULL,
      historical :int NOT NULL,
      "moduleType" :int, "bandwidth" :int, "codingRate" :int, "protocol" :int, "link" :int,
      "sounding" :int, "lastPlayedAt" :int, "runState" :int,
      PRIMARY KEY (source_id, element, t)
    ) :by_time`,
    `CREATE TABLE latest (
    row_id :text NOT NULL, source_id :int NOT NULL, element :int NOT NULL, t :int NOT NULL,
    received_at :int NOT NULL, data :text NOT NULL, PRIMARY KEY (row_id, source_id, element)
  ) :clustered`,
    `CREATE TABLE rollup_layouts (id :id, row_id :text NOT NULL, channels :text NOT NULL, UNIQUE (row_id, channels))`,
    `CREATE TABLE rollup_days (
    row_id :text NOT NULL, source_id :int NOT NULL, element :int NOT NULL, day :int NOT NULL, day_rows :int,
    first_t :int, last_t :int, longest :int, resent :int, lag :int, fault :int, layout :int, summary :blob,
    PRIMARY KEY (row_id, source_id, element, day)
  ) :clustered`,
    `CREATE INDEX rollup_days_changed ON rollup_days(row_id, source_id, element, day) WHERE day_rows IS NULL`,
    `CREATE TABLE rollup_hours (
    row_id :text NOT NULL, source_id :int NOT NULL, element :int NOT NULL, day :int NOT NULL,
    layout :int NOT NULL, hours :blob NOT NULL, PRIMARY KEY (row_id, source_id, element, day)
  ) :clustered`,
    `CREATE TABLE reading_floors (
    row_id :text NOT NULL, source_id :int NOT NULL, t :int NOT NULL, PRIMARY KEY (row_id, source_id)
  ) :clustered`,
  ],
};
